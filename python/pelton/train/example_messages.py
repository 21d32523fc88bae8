"""Owns ``tf.train.Example`` and its kin: protobuf's messages, made of a description at run time.

They need the package protobuf, the extra `records`; reading examples into tensors does not."""

from __future__ import annotations

import functools
from typing import Any

# Fields by message: name, number, kind; a kind that is no basic type is a message's name.
_MESSAGES: dict[str, list[tuple[str, int, str]]] = {
    "BytesList": [("value", 1, "*bytes")],
    "FloatList": [("value", 1, "*float")],
    "Int64List": [("value", 1, "*int64")],
    "Feature": [
        ("bytes_list", 1, "BytesList"),
        ("float_list", 2, "FloatList"),
        ("int64_list", 3, "Int64List"),
    ],
    "Features": [("feature", 1, "map Feature")],
    "FeatureList": [("feature", 1, "*Feature")],
    "FeatureLists": [("feature_list", 1, "map FeatureList")],
    "Example": [("features", 1, "Features")],
    "SequenceExample": [("context", 1, "Features"), ("feature_lists", 2, "FeatureLists")],
}
_BASIC = {"bytes": 12, "float": 2, "int64": 3, "string": 9}  # protobuf's numbers of types
_MESSAGE = 11
_PACKAGE = "tensorflow"


def _add_field(message: Any, name: str, number: int, kind: str) -> Any:
    field = message.field.add(name=name, number=number, label=3 if kind[0] == "*" else 1)
    kind = kind.removeprefix("*")
    if kind in _BASIC:
        field.type = _BASIC[kind]
    else:
        field.type, field.type_name = _MESSAGE, f".{_PACKAGE}.{kind}"
    return field


def _add_map(message: Any, name: str, number: int, kind: str) -> None:
    words = "".join(word.capitalize() for word in name.split("_"))
    entry = message.nested_type.add(name=f"{words}Entry")
    entry.options.map_entry = True
    _add_field(entry, "key", 1, "string")
    _add_field(entry, "value", 2, kind)
    _add_field(message, name, number, f"*{message.name}.{entry.name}")


def _add_message(file: Any, name: str) -> None:
    message = file.message_type.add(name=name)
    if name == "Feature":
        message.oneof_decl.add(name="kind")
    for field, number, kind in _MESSAGES[name]:
        if kind.startswith("map "):
            _add_map(message, field, number, kind.removeprefix("map "))
        else:
            made = _add_field(message, field, number, kind)
            if name == "Feature":
                made.oneof_index = 0


@functools.cache
def _pool() -> Any:
    """The descriptions, apart from those of TensorFlow where it is loaded too."""
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool
    except ImportError:
        raise ImportError(
            "tf.train.Example and its features need the package protobuf. Install it by: "
            "pip install 'pelton[records]'"
        ) from None
    file = descriptor_pb2.FileDescriptorProto(
        name="pelton/example.proto", package=_PACKAGE, syntax="proto3"
    )
    for name in _MESSAGES:
        _add_message(file, name)
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return pool


def message_class(name: str) -> Any:
    """The class of a message; raises ImportError without protobuf."""
    pool = _pool()
    from google.protobuf import message_factory

    found = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
    found.__module__ = "pelton.train"  # None else, and pickle finds no class
    return found


BytesList = message_class("BytesList")
FloatList = message_class("FloatList")
Int64List = message_class("Int64List")
Feature = message_class("Feature")
Features = message_class("Features")
FeatureList = message_class("FeatureList")
FeatureLists = message_class("FeatureLists")
Example = message_class("Example")
SequenceExample = message_class("SequenceExample")
