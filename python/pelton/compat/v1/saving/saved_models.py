"""Owns ``tf.saved_model`` of TensorFlow 1: graphs with signatures and variables as a directory."""

from __future__ import annotations

import os
import types

from pelton.compat.v1.graph_defs.messages import SavedModel, SignatureDef, TensorInfo, shape_of
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_FILE = "saved_model.pb"
MAIN_OP_KEY, LEGACY_INIT_OP_KEY = "saved_model_main_op", "legacy_init_op"


def build_tensor_info(tensor: Any) -> TensorInfo:
    """What a signature says of a tensor."""
    return TensorInfo(
        name=tensor.name, dtype=tensor.dtype, tensor_shape=shape_of(TensorShape(tensor.shape))
    )


def get_tensor_from_tensor_info(tensor_info: TensorInfo, graph: Any = None,
                                import_scope: str | None = None) -> Any:  # fmt: skip
    """The tensor that a signature names."""
    from pelton.compat.v1.graph import get_default_graph

    name = f"{import_scope}/{tensor_info.name}" if import_scope else tensor_info.name
    return (graph or get_default_graph()).get_tensor_by_name(name)


def build_signature_def(inputs: Any = None, outputs: Any = None, method_name: Any = None,
                        defaults: Any = None) -> SignatureDef:  # fmt: skip
    """A use of a graph: its inputs and outputs by name."""
    return SignatureDef(inputs=inputs or {}, outputs=outputs or {}, method_name=method_name or "")


def predict_signature_def(inputs: Any, outputs: Any) -> SignatureDef:
    """A use that gives tensors for tensors. ValueError without any."""
    if not inputs or not outputs:
        raise ValueError("Prediction inputs and outputs cannot be None or empty.")
    return build_signature_def(
        {name: build_tensor_info(one) for name, one in inputs.items()},
        {name: build_tensor_info(one) for name, one in outputs.items()},
        "tensorflow/serving/predict",
    )


def classification_signature_def(examples: Any, classes: Any, scores: Any) -> SignatureDef:
    """A use that gives classes and scores for examples."""
    found = {"classes": classes, "scores": scores}
    return build_signature_def(
        {"inputs": build_tensor_info(examples)},
        {name: build_tensor_info(one) for name, one in found.items() if one is not None},
        "tensorflow/serving/classify",
    )


def regression_signature_def(examples: Any, predictions: Any) -> SignatureDef:
    """A use that gives numbers for examples."""
    return build_signature_def(
        {"inputs": build_tensor_info(examples)},
        {"outputs": build_tensor_info(predictions)},
        "tensorflow/serving/regress",
    )


def is_valid_signature(signature_def: Any) -> bool:
    """Whether it has inputs, outputs and a method."""
    is_one = isinstance(signature_def, SignatureDef)
    return is_one and bool(
        signature_def.inputs and signature_def.outputs and signature_def.method_name
    )


class SavedModelBuilder:
    """Writes graphs with the values of their variables into a new directory.

    Raises AssertionError for a directory that has files."""

    def __init__(self, export_dir: Any) -> None:
        self._folder = os.fspath(export_dir)
        if os.path.isdir(self._folder) and os.listdir(self._folder):
            raise AssertionError(
                f"Export directory {self._folder} already exists, and isn't empty. Please choose "
                "a different export directory, or delete all the contents of the specified "
                "directory."
            )
        os.makedirs(self._folder, exist_ok=True)
        self._message = SavedModel(saved_model_schema_version=1)

    def add_meta_graph_and_variables(
        self, sess: Any, tags: Any, signature_def_map: Any = None, assets_list: Any = None,
        clear_devices: bool = False, init_op: Any = None, train_op: Any = None,
        strip_default_attrs: bool = False, saver: Any = None, legacy_init_op: Any = None,
        main_op: Any = None,
    ) -> None:  # fmt: skip
        """Adds the session's graph and saves its variables."""
        from pelton.compat.v1.saving.saver import Saver

        with sess.graph.as_default():
            made = saver or Saver(allow_empty=True)
            if made.has_variables():
                path = os.path.join(self._folder, "variables", "variables")
                made.save(sess, path, write_meta_graph=False, write_state=False)
            self._add(sess.graph, tags, signature_def_map, main_op or legacy_init_op)

    def add_meta_graph(
        self, tags: Any, signature_def_map: Any = None, assets_list: Any = None,
        clear_devices: bool = False, init_op: Any = None, train_op: Any = None,
        saver: Any = None, strip_default_attrs: bool = False, main_op: Any = None,
    ) -> None:  # fmt: skip
        """Adds the default graph, whose variables were saved before. AssertionError before."""
        from pelton.compat.v1.graph import get_default_graph

        if not self._message.meta_graphs:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        self._add(get_default_graph(), tags, signature_def_map, main_op)

    def _add(self, graph: Any, tags: Any, signatures: Any, main: Any) -> None:
        from pelton.compat.v1.saving.meta_graphs import meta_graph_of

        made = meta_graph_of(graph)
        made.meta_info_def.tags.extend(tags)
        made.signature_def.update(signatures or {})
        if main is not None:
            made.collection_def[MAIN_OP_KEY].node_list.value.append(main.name)
        self._message.meta_graphs.append(made)

    def save(self, as_text: bool = False) -> bytes:
        """Writes the directory's index; its path, as bytes."""
        path = os.path.join(self._folder, _FILE)
        with open(path, "wb") as file:
            file.write(self._message.SerializeToString())
        return path.encode()


Builder = SavedModelBuilder


def simple_save(sess: Any, export_dir: Any, inputs: Any, outputs: Any,
                legacy_init_op: Any = None) -> None:  # fmt: skip
    """Saves the session's graph and variables with one signature."""
    made = SavedModelBuilder(export_dir)
    signature = {"serving_default": predict_signature_def(inputs, outputs)}
    made.add_meta_graph_and_variables(sess, ["serve"], signature, legacy_init_op=legacy_init_op)
    made.save()


def maybe_saved_model_directory(export_dir: Any) -> bool:
    """Whether the directory has a saved model's index."""
    return os.path.isfile(os.path.join(os.fspath(export_dir), _FILE))


def load(sess: Any, tags: Any, export_dir: Any, import_scope: str | None = None,
         **options: Any) -> Any:  # fmt: skip
    """Takes the graph of these tags into the session's and restores its variables; its message.

    Raises OSError where there is no saved model, RuntimeError where none has the tags."""
    from pelton.compat.v1.saving.meta_graphs import take_in
    from pelton.compat.v1.saving.saver import Saver

    folder = os.fspath(export_dir)
    path = os.path.join(folder, _FILE)
    if not os.path.isfile(path):
        raise OSError(f"SavedModel file does not exist at: {folder}/{{saved_model.pbtxt|{_FILE}}}")
    with open(path, "rb") as file:
        model = SavedModel.FromString(file.read())
    wanted = {tags} if isinstance(tags, str) else set(tags)
    found = [one for one in model.meta_graphs if set(one.meta_info_def.tags) == wanted]
    if not found:
        raise RuntimeError(
            f"MetaGraphDef associated with tags {sorted(wanted)} could not be found in SavedModel"
        )
    with sess.graph.as_default():
        variables = take_in(found[0], import_scope)
        if variables:
            saver = Saver(variables)
            saver.restore(sess, os.path.join(folder, "variables", "variables"))
        main = found[0].collection_def[MAIN_OP_KEY].node_list.value
        for name in main:
            sess.run(sess.graph.get_operation_by_name(name))
    return found[0]


def main_op_with_restore(restore_op_name: str) -> Any:
    """An operation that initializes tables."""
    from pelton.compat.v1.graph_ops import tables_initializer

    return tables_initializer()


def _module(name: str, **members: Any) -> types.ModuleType:
    made = types.ModuleType(f"{__name__}.{name}")
    vars(made).update(members)
    return made


builder = _module("builder", SavedModelBuilder=SavedModelBuilder)
loader = _module("loader", load=load, maybe_saved_model_directory=maybe_saved_model_directory)
utils = _module(
    "utils", build_tensor_info=build_tensor_info,
    get_tensor_from_tensor_info=get_tensor_from_tensor_info,
)  # fmt: skip
signature_def_utils = _module(
    "signature_def_utils", build_signature_def=build_signature_def,
    classification_signature_def=classification_signature_def,
    is_valid_signature=is_valid_signature, predict_signature_def=predict_signature_def,
    regression_signature_def=regression_signature_def,
)  # fmt: skip
main_op = _module("main_op", main_op_with_restore=main_op_with_restore)
_CONSTANTS = {
    "signature_constants": "CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
    "CLASSIFY_OUTPUT_SCORES DEFAULT_SERVING_SIGNATURE_DEF_KEY PREDICT_INPUTS PREDICT_METHOD_NAME "
    "PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS",
    "tag_constants": "GPU SERVING TPU TRAINING",
    "constants": "ASSETS_DIRECTORY ASSETS_KEY DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB "
    "SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION "
    "VARIABLES_DIRECTORY VARIABLES_FILENAME",
}


def __getattr__(name: str) -> Any:
    from pelton import saved_model as _now

    if name in _CONSTANTS:
        return _module(name, **{one: getattr(_now, one) for one in _CONSTANTS[name].split()})
    if name == "load_v2":
        return _now.load
    return getattr(_now, name)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
