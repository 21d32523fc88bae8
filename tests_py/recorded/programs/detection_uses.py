"""Boxes that overlap no better ones, in models, traces, pipelines and files."""

import tempfile

import numpy as np


def drawn(*shape):
    return np.random.RandomState(0).rand(*shape).astype("float32")


def shapes(tf, nest):
    return [list(one.shape) for one in tf.nest.flatten(nest)]


def corners(tf, boxes):
    start = boxes[..., :2] * 0.6
    return tf.concat([start, start + 0.1 + boxes[..., 2:] * 0.3], -1)


def best_of_many_classes(tf):
    boxes, scores = tf.keras.Input((9, 1, 4)), tf.keras.Input((9, 3))
    choose = tf.keras.layers.Lambda(
        lambda given: tf.image.combined_non_max_suppression(*given, 5, 7, score_threshold=0.2)
    )
    model = tf.keras.Model([boxes, scores], choose([boxes, scores]))
    given = [corners(tf, drawn(2, 9, 1, 4)), tf.constant(drawn(2, 9, 3))]
    return shapes(tf, model.output), list(model(given)), list(model.predict(given, verbose=0))


def best_with_padding_by_class(tf):
    function = tf.function(
        lambda boxes, scores: tf.image.combined_non_max_suppression(
            boxes, scores, 2, 7, pad_per_class=True
        )
    )
    concrete = function.get_concrete_function(
        tf.TensorSpec([None, 9, 1, 4]), tf.TensorSpec([None, 9, 3])
    )
    given = corners(tf, drawn(2, 9, 1, 4)), drawn(2, 9, 3)
    return shapes(tf, concrete.structured_outputs), list(function(*map(tf.constant, given)))


def best_of_each_image(tf):
    def best(given):
        boxes, scores = given
        kept, count = tf.image.non_max_suppression_padded(
            boxes, scores, 5, 0.3, pad_to_max_output_size=True
        )
        return tf.gather(boxes, kept), count

    boxes, scores = tf.keras.Input((9, 4)), tf.keras.Input((9,))
    kinds = tf.TensorSpec([5, 4]), tf.TensorSpec([], tf.int32)
    each = tf.keras.layers.Lambda(
        lambda x: tf.map_fn(best, (x[0], x[1]), fn_output_signature=kinds)
    )
    model = tf.keras.Model([boxes, scores], each([boxes, scores]))
    return shapes(tf, model.output), list(
        model([corners(tf, drawn(2, 9, 4)), tf.constant(drawn(2, 9))])
    )


def size_by_a_tensor(tf):
    @tf.function
    def kept(boxes, scores, threshold):
        most = tf.minimum(tf.shape(boxes)[0], 4)
        found = tf.image.non_max_suppression(boxes, scores, most, threshold)
        return tf.gather(boxes, found), tf.gather(scores, found)

    boxes, scores = corners(tf, drawn(9, 4)), tf.constant(drawn(9))
    return [kept(boxes, scores, tf.constant(t)) for t in (0.1, 0.5, 0.9)]


def lowered_scores(tf):
    function = tf.function(
        lambda boxes, scores: tf.image.non_max_suppression_with_scores(
            boxes, scores, 6, 0.5, 0.1, soft_nms_sigma=0.5
        )
    )
    concrete = function.get_concrete_function(tf.TensorSpec([None, 4]), tf.TensorSpec([None]))
    made = concrete(corners(tf, drawn(9, 4)), tf.constant(drawn(9)))
    return shapes(tf, concrete.structured_outputs), list(made)


def saved_detector(tf):
    class Detector(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 9, 1, 4]), tf.TensorSpec([None, 9, 3])])
        def __call__(self, boxes, scores):
            found = tf.image.combined_non_max_suppression(boxes, scores, 5, 7, 0.4)
            first = tf.image.non_max_suppression(boxes[0, :, 0], scores[0, :, 0], 3)
            padded = tf.image.non_max_suppression_padded(
                boxes[0, :, 0], scores[0, :, 1], 20, pad_to_max_output_size=True
            )
            return {"boxes": found.nmsed_boxes, "first": first, "padded": padded[0]}

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Detector(), folder)
        loaded = tf.saved_model.load(folder)
    made = loaded(corners(tf, drawn(2, 9, 1, 4)), tf.constant(drawn(2, 9, 3)))
    return {name: made[name] for name in sorted(made)}


def refused_shapes(tf):
    return tf.image.non_max_suppression(drawn(3, 4), drawn(4), 2)


def best_of_padded_batches(tf):
    boxes = corners(tf, drawn(2, 6, 4)) * tf.constant([1.0, 1.0, 1.0, 1.0, 0.0, 1.0])[:, None]
    scores = tf.constant(drawn(2, 6))

    def choose(boxes, scores, **options):
        return tf.image.non_max_suppression_padded(boxes, scores, 4, 0.3, **options)

    padded = {"pad_to_max_output_size": True}
    traced = tf.function(lambda boxes, scores: choose(boxes, scores, **padded))
    return (
        choose(boxes, scores, **padded),
        choose(boxes[0], scores[0], **padded),
        choose(boxes[0], scores[0]),
        choose(boxes[None], scores[None], score_threshold=0.4, **padded),
        traced(boxes, scores),
    )


def batches_that_are_not_padded(tf):
    return tf.image.non_max_suppression_padded(tf.zeros([1, 2, 4]), tf.zeros([1, 2]), 2)
