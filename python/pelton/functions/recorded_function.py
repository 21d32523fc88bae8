"""Owns ``tf.function``: a Python function whose calls are recorded once and run as a record."""

from __future__ import annotations

import functools
import inspect
import logging
import types
import weakref

from pelton import _core
from pelton._core import functions as _functions
from pelton.functions.bound_function import BoundFunction
from pelton.functions.first_call import WatchedFunction
from pelton.names.named_refusals import shown, truth
from pelton.nest import flatten, is_nested, map_structure, pack_sequence_as
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec
from pelton.tensors.type_spec import TypeSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any


_RETRACING = (
    "%d out of the last %d calls to %r triggered tf.function retracing. Tracing is expensive and "
    "the excessive number of tracings could be due to (1) creating @tf.function repeatedly in a "
    "loop, (2) passing tensors with different shapes, (3) passing Python objects instead of "
    "tensors. For (1), please define your @tf.function outside of the loop. For (2), @tf.function "
    "has reduce_retracing=True option that can avoid unnecessary retracing. For (3), please refer "
    "to https://www.tensorflow.org/guide/function#controlling_retracing and "
    "https://www.tensorflow.org/api_docs/python/tf/function for  more details."
)


class _Shown:
    """What an error shows of a parameter: a name in place of a default, a spec, a value."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


_ANYTHING = inspect.Signature(
    [
        inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL),
        inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD),
    ]
)


def _signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """The signature; ``(*args, **kwargs)`` for the engine's own functions, layers and models."""
    try:
        return inspect.signature(function)
    except ValueError:
        return _ANYTHING


def shown_signature(
    signature: inspect.Signature, specs: dict[str, Any] | None
) -> inspect.Signature:
    """The signature as errors show it: specs as annotations, no values of defaults."""
    empty = inspect.Parameter.empty
    parameters = []
    for parameter in signature.parameters.values():
        spec = empty if specs is None else specs.get(parameter.name, empty)
        default = empty if parameter.default is empty else _Shown("<captured_default_value>")
        annotation = empty if spec is empty else _Shown(repr(spec))
        parameters.append(
            inspect.Parameter(
                parameter.name,
                parameter.kind,
                default=default if annotation is empty else empty,
                annotation=annotation,
            )
        )
    return inspect.Signature(parameters)


def _specs_by_name(
    input_signature: Sequence[Any], parameters: list[inspect.Parameter]
) -> dict[str, Any]:
    """The specs of ``input_signature`` by parameter; raises TypeError where they do not fit."""
    if not isinstance(input_signature, (tuple, list)):
        raise TypeError(
            f"input_signature must be either a tuple or a list, got {type(input_signature)}."
        )
    leaves = flatten(list(input_signature))
    if not all(isinstance(leaf, TypeSpec) for leaf in leaves):
        raise TypeError(
            "input_signature must be a possibly nested sequence of TensorSpec objects, got "
            f"invalid args {leaves} with types {[type(leaf) for leaf in leaves]}."
        )
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if positional and positional[0].name == "self":  # of a method, whose instance has no spec
        del positional[0]
    specs = {p.name: spec for p, spec in zip(positional, input_signature, strict=False)}
    rest = tuple(input_signature[len(positional) :])
    variadic = [p.name for p in parameters if p.kind is p.VAR_POSITIONAL]
    if rest and not variadic:
        raise TypeError(f"input_signature contains {len(rest)} extra type constraints.")
    if variadic:
        specs[variadic[0]] = rest
    for parameter in positional[len(input_signature) :]:
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(f"input_signature missing type constraint for {parameter.name}")
    return specs


def cast(value: Any, spec: Any) -> Any:
    """``value`` as a tensor or composite of ``spec``, or the dataset or pass that it is; raises
    TypeError or ValueError."""
    if isinstance(spec, PartsSpec):
        return _cast_composite(value, spec)
    if not isinstance(spec, TensorSpec):
        if not spec.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {spec!r}")
        return value
    if isinstance(value, (_core.Tensor, _core.Variable)):
        tensor = _functions.convert(value)
    else:
        tensor = _functions.convert(value, spec.dtype)
    if not spec.is_compatible_with(tensor):
        given = TensorSpec(tensor.shape, tensor.dtype)
        raise TypeError(f"Can not cast {given!r} to {spec!r}")
    return tensor


def _cast_composite(value: Any, spec: PartsSpec) -> Any:
    """``value``, which must be made of such tensors as the spec says."""
    if not isinstance(value, spec.value_type):
        raise TypeError(f"Can not cast {value!r} to {spec!r}")
    parts, specs = value._type_spec.parts_of(value), spec.part_specs()
    if len(parts) != len(specs):
        raise TypeError(f"Can not cast {value._type_spec!r} to {spec!r}")
    return spec.of_parts([cast(*pair) for pair in zip(parts, specs, strict=True)])


def _cast_leaves(value: Any, spec: Any) -> Iterator[Any]:
    """The tensors of nested values, of which each spec takes one: a list may be a tensor's."""
    if not is_nested(spec):
        yield cast(value, spec)
        return
    if isinstance(spec, dict):
        if not isinstance(value, dict) or sorted(value) != sorted(spec):
            raise TypeError(f"Can not cast {value!r} to {spec!r}")
        pairs = [(value[key], spec[key]) for key in sorted(spec)]
    else:
        parts, wanted = (list(value) if is_nested(value) else [value]), list(spec)
        if len(parts) != len(wanted):
            raise TypeError(f"Can not cast {value!r} to {spec!r}")
        pairs = list(zip(parts, wanted, strict=True))
    for pair in pairs:
        yield from _cast_leaves(*pair)


_OF_GRADIENTS = frozenset(["gradients", "hessians"])  # the functions that need a tape
_MOST_CALLS = 64  # of which the arguments are noted


class OtherObject:
    """What stands for an argument that is neither a tensor nor a number, text or None."""


def _kind_of(leaf: Any) -> Any:
    """What is noted of an argument, which is not kept alive."""
    if isinstance(leaf, _core.Tensor):
        return TensorSpec.from_tensor(leaf)
    if isinstance(leaf, CompositeValue):
        return leaf._type_spec
    has_array = hasattr(leaf, "__array__") and not isinstance(leaf, type)
    if isinstance(leaf, _core.Variable) or has_array:
        return TensorSpec.from_tensor(_functions.convert(leaf))
    is_plain = leaf is None or isinstance(leaf, (bool, int, float, str, TensorShape, _core.DType))
    return leaf if is_plain else OtherObject()


def _kind_of_result(leaf: Any) -> Any:
    """What is noted of a result; numbers and texts are tensors in TensorFlow."""
    kind = _kind_of(leaf)
    is_plain = isinstance(kind, (bool, int, float, str))
    return TensorSpec.from_tensor(_functions.convert(kind)) if is_plain else kind


def _kind_or_spec(leaf: Any) -> Any:
    """What is noted of an argument of a concrete function."""
    return leaf if isinstance(leaf, TypeSpec) else _kind_of(leaf)


def _concrete_key(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """By what a concrete function is found again; None where it is traced for an object, such as
    the instance of a method, which it would keep alive."""

    def kind(leaf: Any) -> Any:
        return OtherObject() if isinstance(leaf, _core.Variable) else _kind_or_spec(leaf)

    kinds = map_structure(kind, (args, kwargs))
    has_objects = any(isinstance(leaf, OtherObject) for leaf in flatten(kinds))
    return None if has_objects else repr(kinds)


class Function(_core.Function):
    """A function made by ``tf.function``."""

    _python_function: Callable[..., Any]
    _run: Any  # what is called for it
    _signature: inspect.Signature
    _specs: dict[str, Any] | None
    _warns: bool
    _options: dict[str, Any]
    _own: dict[int, tuple[Any, Function]]  # of instances whose method this is
    _concrete: dict[str, Any]  # by the text of what they were traced for
    _calls: list[tuple[Any, Any]]  # those that were recorded: arguments, specs in tensors' place
    _shown_calls: list[tuple[inspect.BoundArguments, Any]]  # all of them, with what they returned

    @property
    def python_function(self) -> Callable[..., Any]:
        """The Python function."""
        return self._python_function

    @property
    def name(self) -> str:
        """The Python function's name."""
        return str(getattr(self._python_function, "__name__", "function"))

    def _decorate(self, decorator: Callable[[Any], Any]) -> None:
        """Puts a decorator around the Python function, before the first call: libraries do."""
        if not isinstance(self._run, WatchedFunction):
            raise NotImplementedError(f"{self._python_function!r} is no Python function")
        self._python_function = decorator(self._python_function)
        self._run.decorated(self._python_function)

    @property
    def input_signature(self) -> tuple[Any, ...] | None:
        """The specs that were given, or None."""
        given = self._options["input_signature"]
        return None if given is None else tuple(given)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """This function for one kind of call; in place of tensors there may be ``TensorSpec``."""
        from pelton.functions.concrete_function import ConcreteFunction

        key = _concrete_key(args, kwargs)
        if key in self._concrete:
            return self._concrete[key]
        made = ConcreteFunction(self, args, kwargs)
        if self._specs is None and len(self._calls) < _MOST_CALLS:
            self._calls.append(map_structure(_kind_or_spec, (args, kwargs)))
        if made.traces and key is not None:
            self._concrete[key] = made
        return made

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments:
        try:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            if self._specs is not None:
                self._check_defaults(bound)
            for name, spec in (self._specs or {}).items():
                bound.arguments[name] = self._fit(bound.arguments[name], spec)
        except (TypeError, ValueError) as error:
            shown = shown_signature(self._signature, self._specs)
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} and "
                f"kwargs: {kwargs} for signature: {shown}."
            ) from error
        return bound

    def _check_defaults(self, bound: inspect.BoundArguments) -> None:
        """Raises TypeError where another number or text stands in place of a default: the one trace
        of an ``input_signature`` has the default's."""
        for name, parameter in self._signature.parameters.items():
            default, plain = parameter.default, (type(None), bool, int, float, str)
            if name in (self._specs or {}) or not isinstance(default, plain):
                continue
            value = bound.arguments[name]
            if not isinstance(value, plain) or value != default:
                raise TypeError(f"Can not cast {value!r} to Literal[{default!r}]")

    @staticmethod
    def _fit(value: Any, spec: Any) -> Any:
        if isinstance(spec, TypeSpec):
            return cast(value, spec)
        return pack_sequence_as(spec, list(_cast_leaves(value, spec)))

    def _canonical(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments with defaults, by position where that is possible. Called by the engine."""
        if self._signature is _ANYTHING:
            return args, dict(sorted(kwargs.items()))
        bound = self._bind(args, kwargs)
        return bound.args, bound.kwargs

    def _warn_of_recordings(self, recordings: int, calls: int) -> None:
        """Called by the engine when much is recorded anew."""
        if self._warns:
            logger = logging.getLogger("tensorflow")
            logger.warning(_RETRACING, recordings, calls, self.python_function)

    def _note_call(self, args: tuple[Any, ...], kwargs: dict[str, Any], returned: Any) -> None:
        """Called by the engine with the arguments and the result of a call that was recorded."""
        if len(self._shown_calls) >= _MOST_CALLS:
            return
        given, named = map_structure(_kind_of, (args, kwargs))
        if self._specs is None:
            self._calls.append((given, named))
        bound = self._signature.bind(*given, **named)
        bound.apply_defaults()
        bound.arguments.update(self._specs or {})
        self._shown_calls.append((bound, map_structure(_kind_of_result, returned)))

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """What each call that was traced takes and returns, by lines or in a line each."""
        from pelton.functions.signature_text import long_text, short_text

        if not verbose:
            return "\n".join(short_text(*call) for call in self._shown_calls)
        return "\n\n".join(long_text(*call, ()) for call in self._shown_calls)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        found = self._own.get(id(instance))
        if found is not None and found[0]() is instance:
            return BoundFunction(found[1], instance)
        return BoundFunction(self._copy_for(instance), instance)

    def _copy_for(self, instance: Any) -> Function:
        """A copy for one instance; one that cannot be weakly referenced shares this function."""
        own, key = self._own, id(instance)
        try:
            reference = weakref.ref(instance, lambda _: own.pop(key, None))
        except TypeError:
            return self
        own[key] = (reference, _make(self.python_function, self._options))
        return own[key][1]


def names_gradients(code: types.CodeType) -> bool:
    """Whether the code, or that of a function in it, names ``gradients`` or ``hessians``."""
    if not _OF_GRADIENTS.isdisjoint(code.co_names):
        return True
    return any(isinstance(one, types.CodeType) and names_gradients(one) for one in code.co_consts)


def _make(python_function: Callable[..., Any], options: dict[str, Any]) -> Function:
    """A Function with records of its own."""
    if not callable(python_function):
        raise TypeError(f"tf.function: {shown(python_function)} is not a callable object")
    signature = _signature_of(python_function)
    parameters = list(signature.parameters.values())
    input_signature = options["input_signature"]
    specs = None if input_signature is None else _specs_by_name(input_signature, parameters)
    is_plain = specs is None and all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
    names = [p.name for p in parameters] if is_plain else None
    defaults = [p.default for p in parameters]
    run = python_function
    code = getattr(python_function, "__code__", None)
    watched = None
    if code is not None:
        run = watched = WatchedFunction(python_function)
        if names_gradients(code):
            from pelton.autograd.function_gradients import under_a_tape

            run = under_a_tape(run)
    function = Function(run, names, defaults, inspect.Parameter.empty)
    functools.update_wrapper(function, python_function, updated=())
    function._python_function = python_function
    function._run = watched
    function._signature = signature
    function._specs = specs
    function._warns = specs is None and not options["reduce_retracing"]
    function._options = options
    if code is None:
        _add_attributes(function, python_function)
    function._own = {}
    function._concrete = {}
    function._calls = []
    function._shown_calls = []
    if options["reduce_retracing"] and specs is None:
        function._reduce_retracing()
    if specs is not None:
        _open_shapes(function, specs)
    return function


def _add_attributes(function: Function, called: Any) -> None:
    """Those of an object that is called are the function's too, as with TensorFlow's decorators."""
    for name, value in getattr(called, "__dict__", {}).items():
        if not hasattr(function, name):
            setattr(function, name, value)


def _open_shapes(function: Function, specs: dict[str, Any]) -> None:
    """One trace serves all sizes that the specs leave open."""
    given = flatten(list(specs.values()))
    if not all(isinstance(leaf, (TensorSpec, PartsSpec)) for leaf in given):
        return
    parts = flatten(given, expand_composites=True)
    if all(part.shape.rank is not None for part in parts):
        composites = [leaf for leaf in given if isinstance(leaf, PartsSpec)]
        function._open_shapes([part.shape for part in parts], composites)


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Sequence[Any] | None = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: dict[str, Any] | None = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Makes ``func`` run from a record of its first call with arguments of the same kind.

    A kind is dtype, shape and device of tensors and arrays, the value of Python numbers and
    strings, the identity of variables and other objects. The first call runs the Python code and
    records the ops; later ones run the ops alone, so that effects in Python (``print``, a list
    that grows) happen while recording only. What cannot be recorded, such as ``if`` over a
    tensor's value, runs as Python code at each call; ``tf.config.experimental.explain_program``
    says why. With ``input_signature`` arguments are made tensors of these specs; TypeError where
    they cannot. One trace serves all sizes that a spec leaves open, and with `reduce_retracing`
    those in which calls differ, from the second trace on, where the Python code does not compute
    with them. Variables may be made in the first call only (ValueError). The other options are
    TensorFlow's and change nothing. Without ``func``: a decorator.
    """
    options = {
        "input_signature": input_signature,
        "reduce_retracing": truth("function: `reduce_retracing`", reduce_retracing)
        or truth("function: `experimental_relax_shapes`", experimental_relax_shapes),
    }
    if func is None:
        return functools.partial(_make, options=options)
    return _make(func, options)


__all__ = ["Function", "function"]
