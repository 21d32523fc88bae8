"""Owns the messages of graphs and saved models by their tables of fields."""

from __future__ import annotations

from pelton.compat.v1.graph_defs.message import Message

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Dim(Message):
    """A size and its name."""

    FIELDS = {1: ("size", "int", "one"), 2: ("name", "string", "one")}


class TensorShapeProto(Message):
    """A shape; -1 is any size."""

    FIELDS = {2: ("dim", Dim, "many"), 3: ("unknown_rank", "bool", "one")}
    Dim = Dim


class TensorProto(Message):
    """The elements of a tensor."""

    FIELDS = {
        1: ("dtype", "enum", "one"), 2: ("tensor_shape", TensorShapeProto, "one"),
        3: ("version_number", "int", "one"), 4: ("tensor_content", "bytes", "one"),
        5: ("float_val", "float", "many"), 6: ("double_val", "double", "many"),
        7: ("int_val", "int", "many"), 8: ("string_val", "bytes", "many"),
        9: ("scomplex_val", "float", "many"), 10: ("int64_val", "int", "many"),
        11: ("bool_val", "bool", "many"), 12: ("dcomplex_val", "double", "many"),
        13: ("half_val", "int", "many"),
    }  # fmt: skip


class ListValue(Message):
    """The values of an attribute that is a list."""

    FIELDS = {
        2: ("s", "bytes", "many"), 3: ("i", "int", "many"), 4: ("f", "float", "many"),
        5: ("b", "bool", "many"), 6: ("type", "enum", "many"),
        7: ("shape", TensorShapeProto, "many"), 8: ("tensor", TensorProto, "many"),
    }  # fmt: skip


class NameAttrList(Message):
    """The name of a function with attributes."""

    FIELDS = {1: ("name", "string", "one")}


class AttrValue(Message):
    """An attribute of a node: one of its fields."""

    FIELDS = {
        1: ("list", ListValue, "one"), 2: ("s", "bytes", "one"), 3: ("i", "int", "one"),
        4: ("f", "float", "one"), 5: ("b", "bool", "one"), 6: ("type", "enum", "one"),
        7: ("shape", TensorShapeProto, "one"), 8: ("tensor", TensorProto, "one"),
        9: ("placeholder", "string", "one"), 10: ("func", NameAttrList, "one"),
    }  # fmt: skip
    ONE_OF = {"value": "list s i f b type shape tensor placeholder func"}
    ListValue = ListValue


class NodeDef(Message):
    """A node: its name, its op, the outputs that it takes and its attributes."""

    FIELDS = {
        1: ("name", "string", "one"), 2: ("op", "string", "one"), 3: ("input", "string", "many"),
        4: ("device", "string", "one"), 5: ("attr", AttrValue, "map"),
    }  # fmt: skip


class VersionDef(Message):
    """Which version of TensorFlow wrote a graph."""

    FIELDS = {1: ("producer", "int", "one"), 2: ("min_consumer", "int", "one")}


class FunctionDefLibrary(Message):
    """Functions, of which graphs here have none."""


class GraphDef(Message):
    """The nodes of a graph."""

    FIELDS = {
        1: ("node", NodeDef, "many"), 2: ("library", FunctionDefLibrary, "one"),
        3: ("version", "int", "one"), 4: ("versions", VersionDef, "one"),
    }  # fmt: skip


class NodeList(Message):
    """Names of nodes and tensors."""

    FIELDS = {1: ("value", "string", "many")}


class BytesList(Message):
    """Messages as bytes."""

    FIELDS = {1: ("value", "bytes", "many")}


class CollectionDef(Message):
    """The members of a collection."""

    FIELDS = {1: ("node_list", NodeList, "one"), 2: ("bytes_list", BytesList, "one")}
    ONE_OF = {"kind": "node_list bytes_list"}


class VariableDef(Message):
    """The names of a variable's nodes."""

    FIELDS = {
        1: ("variable_name", "string", "one"), 2: ("initializer_name", "string", "one"),
        3: ("snapshot_name", "string", "one"), 5: ("is_resource", "bool", "one"),
        6: ("initial_value_name", "string", "one"), 7: ("trainable", "bool", "one"),
    }  # fmt: skip


class SaverDef(Message):
    """What a Saver is like."""

    FIELDS = {
        1: ("filename_tensor_name", "string", "one"), 2: ("save_tensor_name", "string", "one"),
        3: ("restore_op_name", "string", "one"), 4: ("max_to_keep", "int", "one"),
        5: ("sharded", "bool", "one"), 7: ("version", "int", "one"),
    }  # fmt: skip


class TensorInfo(Message):
    """A tensor of a signature: its name, dtype and shape."""

    FIELDS = {
        1: ("name", "string", "one"), 2: ("dtype", "enum", "one"),
        3: ("tensor_shape", TensorShapeProto, "one"),
    }  # fmt: skip


class SignatureDef(Message):
    """The inputs and outputs of a use of a graph."""

    FIELDS = {
        1: ("inputs", TensorInfo, "map"), 2: ("outputs", TensorInfo, "map"),
        3: ("method_name", "string", "one"),
    }  # fmt: skip


class MetaInfoDef(Message):
    """What a graph with its collections is."""

    FIELDS = {
        1: ("meta_graph_version", "string", "one"), 4: ("tags", "string", "many"),
        5: ("tensorflow_version", "string", "one"),
    }  # fmt: skip


class MetaGraphDef(Message):
    """A graph with its collections and signatures."""

    FIELDS = {
        1: ("meta_info_def", MetaInfoDef, "one"), 2: ("graph_def", GraphDef, "one"),
        3: ("saver_def", SaverDef, "one"), 4: ("collection_def", CollectionDef, "map"),
        5: ("signature_def", SignatureDef, "map"),
    }  # fmt: skip
    MetaInfoDef = MetaInfoDef


class SavedModel(Message):
    """Graphs with their tags."""

    FIELDS = {
        1: ("saved_model_schema_version", "int", "one"), 2: ("meta_graphs", MetaGraphDef, "many"),
    }  # fmt: skip


def shape_of(shape: Any) -> TensorShapeProto:
    """A shape's message."""
    if shape.rank is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(dim=[Dim(size=-1 if one is None else int(one)) for one in shape])


def sizes_of(shape: TensorShapeProto) -> list[int | None] | None:
    """The sizes of a shape's message; None for an unknown rank."""
    if shape.unknown_rank:
        return None
    return [None if one.size < 0 else one.size for one in shape.dim]


def tensor_of(value: Any) -> TensorProto:
    """The message of a tensor that has a value."""
    array = value.numpy()
    made = TensorProto(dtype=value.dtype, tensor_shape=shape_of(value.shape))
    if array.dtype == object or value.dtype == "string":
        import numpy as np

        flat = np.asarray(array, object).reshape(-1)
        made.string_val.extend(one if isinstance(one, bytes) else str(one).encode() for one in flat)
    else:
        made.tensor_content = array.tobytes()
    return made


# Fields of elements by the names of their dtypes.
_FIELDS_OF = {
    "float32": "float_val", "float64": "double_val", "int64": "int64_val", "bool": "bool_val",
    "string": "string_val", **dict.fromkeys("int32 int16 int8 uint8 uint16".split(), "int_val"),
}  # fmt: skip


def array_of(tensor: TensorProto) -> Any:
    """The array of a tensor's message. ValueError for a number of elements that does not fit."""
    import numpy as np

    from pelton import dtypes

    dtype = dtypes.as_dtype(tensor.dtype)
    sizes = [one.size for one in tensor.tensor_shape.dim]
    count = int(np.prod(sizes, dtype=np.int64))
    if dtype.name == "string":
        flat: Any = np.array([*tensor.string_val], object)
    elif tensor.tensor_content:
        flat = np.frombuffer(tensor.tensor_content, dtype.as_numpy_dtype)
    elif dtype.name in ("float16", "bfloat16"):
        flat = np.array(tensor.half_val, np.uint16).view(dtype.as_numpy_dtype)
    else:
        flat = np.array(getattr(tensor, _FIELDS_OF[dtype.name]), dtype.as_numpy_dtype)
    if len(flat) == 1 and count > 1:
        flat = np.full(count, flat[0], flat.dtype)
    if len(flat) != count:
        raise ValueError(f"a TensorProto of shape {sizes} has {len(flat)} elements")
    return flat.reshape(sizes)
