#include "program/exec/repeated_run.h"

#include "program/exec/serial.h"
#include "runtime/dispatch/watched.h"
#include "runtime/memory/memory.h"

namespace pelton {

RepeatedRun::RepeatedRun(Replay& replay, std::vector<Tensor> fixed)
    : replay_(replay), fixed_(std::move(fixed)) {}

void RepeatedRun::run(std::span<Tensor> inputs, std::vector<Tensor>& outputs) {
  inputs_.resize(inputs.size() + fixed_.size());
  const auto end = std::move(inputs.begin(), inputs.end(), inputs_.begin());
  if (frame_ && !is_watched() && program_->fits(inputs_)) {
    run_frame(outputs);
  } else {
    std::copy(fixed_.begin(), fixed_.end(), end);
    outputs = replay_.run(inputs_);
    if (!is_tried_ && !is_watched()) make_frame();
  }
  std::fill(inputs_.begin(), end, Tensor());
}

void RepeatedRun::make_frame() {
  is_tried_ = true;
  program_ = replay_.serial_program();
  if (program_ == nullptr) return;
  frame_.emplace(*program_);
  arena_ = empty({static_cast<int64_t>(program_->arena_bytes)}, DType::uint8, program_->device);
  frame_->place_arena(arena_);
  for (size_t b = 0; b < program_->blocks.size(); ++b) {
    const Block::Kind kind = program_->blocks[b].kind;
    if (kind == Block::Kind::constant) frame_->begin(b, {});
    if (kind == Block::Kind::input || kind == Block::Kind::output) changing_.push_back(b);
  }
}

void RepeatedRun::begin(size_t b) {
  const Block& block = program_->blocks[b];
  if (!block.is_overwritten || !inputs_[block.at].is_exclusive()) return frame_->begin(b, inputs_);
  frame_->set(b, std::move(inputs_[block.at]));
}

void RepeatedRun::run_frame(std::vector<Tensor>& outputs) {
  for (size_t b : changing_) begin(b);
  run_placed_actions(*frame_);
  outputs.clear();
  for (ValueId id : program_->program->outputs) outputs.push_back(frame_->kept(id));
  for (size_t b : changing_) frame_->release(b);
}

}  // namespace pelton
