"""Types of pelton.train. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
from pelton.compat.v1.coordinator import Coordinator as Coordinator
from pelton.train.checkpoint_watching import checkpoints_iterator as checkpoints_iterator
from pelton.train.checkpoints.checkpoint import Checkpoint as Checkpoint
from pelton.train.checkpoints.checkpoint_manager import CheckpointManager as CheckpointManager
from pelton.train.checkpoints.options import CheckpointOptions as CheckpointOptions
from pelton.train.checkpoints.reader import list_variables as list_variables
from pelton.train.checkpoints.reader import load_checkpoint as load_checkpoint
from pelton.train.checkpoints.reader import load_variable as load_variable
from pelton.train.checkpoints.states import checkpoint_exists as checkpoint_exists
from pelton.train.checkpoints.states import get_checkpoint_state as get_checkpoint_state
from pelton.train.checkpoints.states import latest_checkpoint as latest_checkpoint
from pelton.train.checkpoints.views import CheckpointView as CheckpointView
from pelton.train.checkpoints.views import TrackableView as TrackableView
from pelton.train.example_messages import BytesList as BytesList
from pelton.train.example_messages import Example as Example
from pelton.train.example_messages import Feature as Feature
from pelton.train.example_messages import FeatureList as FeatureList
from pelton.train.example_messages import FeatureLists as FeatureLists
from pelton.train.example_messages import Features as Features
from pelton.train.example_messages import FloatList as FloatList
from pelton.train.example_messages import Int64List as Int64List
from pelton.train.example_messages import SequenceExample as SequenceExample
from pelton.train.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
