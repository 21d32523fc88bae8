"""Owns tf.data.Dataset: a node of a pipeline with the spec of its elements."""

from __future__ import annotations

from typing import Any

from pelton._core import data as _data
from pelton.data import arguments as _arguments
from pelton.data import iteration as _iteration
from pelton.data import structure as _structure
from pelton.data.batch_methods import BatchMethods
from pelton.data.choice_methods import ChoiceMethods
from pelton.data.element_methods import ElementMethods
from pelton.data.file_methods import FileMethods
from pelton.data.function_methods import FunctionMethods
from pelton.data.group_methods import GroupMethods
from pelton.data.options import Options
from pelton.data.source_methods import SourceMethods


class Dataset(
    SourceMethods,
    ElementMethods,
    BatchMethods,
    FunctionMethods,
    GroupMethods,
    ChoiceMethods,
    FileMethods,
):
    """A sequence of elements, each a nested structure of tensors, which passes compute anew.

    Sources (`from_tensor_slices`, `range`, ...) make datasets, transformations (`map`, `batch`,
    ...) make datasets of datasets; nothing runs before somebody iterates."""

    def __init__(self, node: Any, element_spec: Any, kind: str, options: Any = None) -> None:
        if not isinstance(node, _data.Node):
            raise TypeError(f"Dataset: its functions make datasets, got {type(node).__name__}")
        self._node = node
        self._element_spec = element_spec
        self._kind = kind
        self._options = options

    @property
    def element_spec(self) -> Any:
        """The specs of an element's tensors, nested as an element is."""
        return self._element_spec

    def __iter__(self) -> _iteration.Iterator:
        return _iteration.Iterator(self)

    def __len__(self) -> int:
        """The number of elements; raises TypeError where it is not known or infinite."""
        count = self._node.cardinality
        if count == -1:
            raise TypeError("The dataset is infinite.")
        if count < 0:
            raise TypeError("The dataset length is unknown.")
        return int(count)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{self._kind} element_spec={self.element_spec!r}>"

    def cardinality(self) -> Any:
        """The number of elements as an int64 tensor; -1: infinite, -2: unknown."""
        import pelton as tf

        return tf.constant(self._node.cardinality, tf.int64)

    def as_numpy_iterator(self) -> _iteration.NumpyIterator:
        """A pass whose tensors are NumPy arrays and scalars."""
        return _iteration.NumpyIterator(self)

    def get_single_element(self, name: str | None = None) -> Any:
        """The one element; raises InvalidArgumentError where there are none or several."""
        from pelton.errors import InvalidArgumentError

        found = list(_iteration.Iterator(self.take(2)))
        if len(found) != 1:
            text = "Dataset had more than one element." if found else "Dataset was empty."
            raise InvalidArgumentError(f"{text} [Op:DatasetToSingleElement] name: ")
        return found[0]

    def apply(self, transformation_func: Any) -> Dataset:
        """What the function makes of this dataset; raises TypeError unless that is a dataset."""
        made = transformation_func(self)
        if not isinstance(made, Dataset):
            raise TypeError(
                f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(made)}."
            )
        return made

    def explain(self, elements: int = 1000, seconds: float = 2.0) -> None:
        """Prints the graph of the pipeline after a pass of at most `elements` elements, which ends
        after about `seconds`: how many elements each node gave, the microseconds of its own work
        for each, how full its queue was when somebody took of it, and the share of the pass in
        which it was waited for. Raises ValueError for fewer than one element.

        Where the share of a node is large and that of its inputs small, it is the bottleneck."""
        from pelton.data.explanation import explained

        elements = _arguments.integer("elements", elements)
        if elements < 1:
            raise ValueError(f"explain: elements must be at least 1, got {elements}")
        print(explained(self, elements, seconds))

    def options(self) -> Options:
        """The settings of this dataset and those that it was made of."""
        return self._options if self._options is not None else Options()

    def with_options(self, options: Options, name: str | None = None) -> Dataset:
        """The same dataset with settings."""
        return Dataset(
            self._node, self._element_spec, "_OptionsDataset", self.options().merge(options)
        )

    def _settled_node(self) -> Any:
        """The node whose passes are this dataset's, with its settings."""
        return self._node if self._options is None else self._options.settle(self._node)

    def _derived(self, node: Any, kind: str, element_spec: Any = None) -> Dataset:
        """A dataset made of this one, of the same elements unless said otherwise."""
        spec = self._element_spec if element_spec is None else element_spec
        return Dataset(node, spec, kind, self._options)


def from_passes(
    begin: Any, element_spec: Any, kind: str, cardinality: int = -2, inputs: Any = ()
) -> Dataset:
    """A dataset whose passes are Python iterators: `begin()` gives one of elements that are nested
    as `element_spec` is. `inputs`: the datasets that it reads."""

    def leaves() -> Any:
        for element in begin():
            yield _structure.leaves_of(_structure.normalized(element))

    name = kind.removeprefix("_").removesuffix("Dataset")
    node = _data.from_python(leaves, cardinality, name, [dataset._node for dataset in inputs])
    return Dataset(node, element_spec, kind)


def check_dataset(name: str, value: Any) -> Dataset:
    """`value`; raises TypeError unless it is a dataset."""
    if not isinstance(value, Dataset):
        raise TypeError(f"`{name}` must be a `tf.data.Dataset` object. Got {type(value)}.")
    return value


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
