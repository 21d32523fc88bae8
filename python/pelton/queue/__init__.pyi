"""Types of pelton.queue. Made by `dev.py stubs`; do not edit."""

from pelton.queue.queues import FIFOQueue as FIFOQueue
from pelton.queue.queues import PaddingFIFOQueue as PaddingFIFOQueue
from pelton.queue.queues import PriorityQueue as PriorityQueue
from pelton.queue.queues import QueueBase as QueueBase
from pelton.queue.queues import RandomShuffleQueue as RandomShuffleQueue
