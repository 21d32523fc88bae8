"""Owns ExtensionType: classes of users that are made of tensors, by annotations."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any, ClassVar

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.extension_fields import check_annotation, converted
from pelton.tensors.extension_spec import (
    BatchableExtensionTypeSpec,
    ExtensionTypeBatchEncoder,
    ExtensionTypeSpec,
    refuse_change,
)

_RESERVED = frozenset(["self", "Spec", "_type_spec", "_is_made", "_fields"])
_NO_FIELDS = (property, classmethod, staticmethod, type)


def _fields_of(cls: type, namespace: dict[str, Any]) -> dict[str, Any]:
    """The annotations of a class; raises ValueError for names, TypeError for types."""
    problem = f"The field annotations for {cls.__name__} are invalid. "
    own = inspect.get_annotations(cls)
    for name in own:
        if name in _RESERVED:
            raise ValueError(f"{problem}Field {name!r} is reserved.")
    for name, value in namespace.items():
        is_other = isinstance(value, _NO_FIELDS) or callable(value) or hasattr(value, "__get__")
        if name not in own and not is_other and not name.startswith("__"):
            raise ValueError(f"{problem}Field {name} is missing a type annotation.")
    hints = typing.get_type_hints(cls)
    fields = {name: hint for name, hint in hints.items() if typing.get_origin(hint) is not ClassVar}
    for name, annotation in fields.items():
        check_annotation(name, annotation)
    return fields


def _signature_of(fields: dict[str, Any], defaults: dict[str, Any]) -> inspect.Signature:
    """Fields by position; those without a default that follow one with it by name only."""
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = []
    for name in fields:
        default = defaults.get(name, inspect.Parameter.empty)
        if default is inspect.Parameter.empty and any(p.default is not p.empty for p in parameters):
            kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, kind, default=default))
    return inspect.Signature(parameters)


def _constructor(signature: inspect.Signature) -> Callable[..., None]:
    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            setattr(self, name, value)

    construct.__name__ = "__init__"
    construct.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY),
            *signature.parameters.values(),
        ]
    )
    return construct


NAMED_TYPES: dict[str, Any] = {}
"""The extension types whose classes say a `__name__`, by which saved models know them."""


def _register(cls: Any, name: str) -> None:
    if name in NAMED_TYPES:
        raise ValueError(f"The name {name} has already been registered for {NAMED_TYPES[name]}.")
    cls._stored_name = name
    NAMED_TYPES[name] = cls


class _ExtensionMeta(type):
    """Makes fields, constructor and spec of an extension type, and checks what is made."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> None:
        super().__init__(name, bases, namespace)
        cls._is_abstract = namespace.get("_is_abstract", False)
        if cls._is_abstract:
            return
        cls._fields = _fields_of(cls, namespace)
        own = {n: namespace[n] for n in cls._fields if n in namespace}
        cls._defaults = {**getattr(cls, "_defaults", {}), **own}
        for field in own:
            delattr(cls, field)
        if "__init__" not in namespace:
            made: Any = _constructor(_signature_of(cls._fields, cls._defaults))
            cls.__init__ = made  # type: ignore[misc]
        given = vars(namespace["Spec"]) if "Spec" in namespace else {}
        kept = {n: v for n, v in given.items() if n not in ("__dict__", "__weakref__")}
        base = cls._spec_class  # type: ignore[attr-defined]
        extra = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Spec"}
        cls.Spec = _SpecMeta("Spec", (base,), {**kept, **extra, "_fields": cls._fields, "_of": cls})
        if isinstance(namespace.get("__name__"), str):
            _register(cls, namespace["__name__"])

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._is_abstract:
            raise AssertionError(
                f"Cannot create an instance of {cls.__name__} because {cls.__name__} is an "
                "abstract base class."
            )
        made = cls.__new__(cls, *args, **kwargs)
        made.__dict__["_is_made"] = False
        made.__init__(*args, **kwargs)  # type: ignore[misc]
        made._finish()  # type: ignore[attr-defined]
        return made


class _SpecMeta(type):
    """Checks a spec after its constructor, which may be the user's."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().__call__(*args, **kwargs)
        made._finish()
        return made


class ExtensionType(CompositeValue, metaclass=_ExtensionMeta):
    """The class above classes whose fields are annotated: tensors, ragged and sparse tensors,
    extension types, numbers, texts, dtypes, shapes, and tuples, mappings and unions of them.

    The constructor takes the fields and makes tensors of those that are annotated so; a class may
    have its own. ``__validate__`` is called then. Values cannot be changed. They are carried as
    their tensors by functions, datasets, branches, loops and ``tf.nest``, and have a ``Spec``.
    Raises TypeError for other types, ValueError for missing fields, AttributeError for changes.
    """

    _is_abstract = True
    _spec_class: ClassVar[type] = ExtensionTypeSpec
    _fields: ClassVar[dict[str, Any]] = {}
    _stored_name: ClassVar[str | None] = None

    def _finish(self) -> None:
        missing = {name for name in self._fields if name not in self.__dict__}
        if missing:
            raise ValueError(f"Missing required fields: {missing}")
        for name, annotation in self._fields.items():
            self.__dict__[name] = converted(name, annotation, self.__dict__[name])
        self.__dict__["_is_made"] = True
        self.__validate__()

    @classmethod
    def _made(cls, fields: dict[str, Any]) -> Any:
        """A value of these fields, as they are."""
        self = cls.__new__(cls)
        self.__dict__.update(fields, _is_made=True)
        return self

    def __validate__(self) -> None:
        """Called for each new value; a class's own may raise."""

    @property
    def _type_spec(self) -> Any:
        """The spec of this value."""
        return type(self).Spec.from_value(self)  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: Any) -> None:
        refuse_change(self, name, "ExtensionType")
        self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        refuse_change(self, name, "ExtensionType")
        del self.__dict__[name]

    def __eq__(self, other: object) -> Any:
        """Whether all fields are equal, as a scalar tensor; False for another type."""
        if type(other) is not type(self):
            return False
        own, given = self._type_spec, other._type_spec  # type: ignore[attr-defined]
        if own.static_parts() != given.static_parts() or own.part_specs() != given.part_specs():
            return False
        pairs = zip(own.parts_of(self), given.parts_of(other), strict=True)
        equal: list[Tensor] = [_ops.reduce_all(_ops.equal(*pair)) for pair in pairs]
        return _ops.reduce_all(_ops.stack(equal, axis=0)) if equal else True

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return _ops.logical_not(equal) if isinstance(equal, Tensor) else not equal

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), {name: self.__dict__[name] for name in self._fields})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self._fields)
        return f"{type(self).__qualname__}({fields})"


def _again(cls: type[ExtensionType], fields: dict[str, Any]) -> Any:
    return cls._made(fields)


class BatchableExtensionType(ExtensionType):
    """An extension type of which datasets and ``tf.map_fn`` make batches and rows.

    ``__batch_encoder__``: an ``ExtensionTypeBatchEncoder``, where the tensors of the fields are
    not what is stacked.
    """

    _is_abstract = True
    _spec_class = BatchableExtensionTypeSpec

    @classmethod
    def _batch_encoder(cls) -> ExtensionTypeBatchEncoder:
        found = getattr(cls, "__batch_encoder__", None)
        return ExtensionTypeBatchEncoder() if found is None else found


def as_dict(value: ExtensionType) -> dict[str, Any]:
    """The fields of an extension type by name; those that are extension types as dicts too."""
    return {
        name: as_dict(field) if isinstance(field, ExtensionType) else field
        for name, field in ((name, getattr(value, name)) for name in value._fields)
    }
