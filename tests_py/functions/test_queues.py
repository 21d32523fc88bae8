"""Queues make threads wait, and are run again by traced functions."""

import threading

import pytest

import pelton as tf


def test_threads_wait_for_room_and_for_elements():
    queue = tf.queue.FIFOQueue(2, tf.int32, shapes=[()])

    def produce():
        for number in range(10):
            queue.enqueue(number)
        queue.close()

    thread = threading.Thread(target=produce)
    thread.start()
    taken = [queue.dequeue_many(4), queue.dequeue_many(5), queue.dequeue_up_to(5)]
    thread.join()
    assert [one.numpy().tolist() for one in taken] == [[0, 1, 2, 3], [4, 5, 6, 7, 8], [9]]


def test_what_waits_for_room_is_cancelled():
    queue, seen = tf.queue.FIFOQueue(1, tf.int32), []
    queue.enqueue(1)

    def produce():
        with pytest.raises(tf.errors.CancelledError):
            queue.enqueue(2)
        seen.append(True)

    thread = threading.Thread(target=produce)
    thread.start()
    queue.close(cancel_pending_enqueues=True)
    thread.join()
    assert seen == [True]


def test_elements_stay_until_the_queue_is_closed():
    queue, taken = tf.queue.RandomShuffleQueue(9, 2, tf.int32, shapes=[()]), []
    queue.enqueue_many([[1, 2, 3]])
    taken.append(int(queue.dequeue()))
    thread = threading.Thread(target=lambda: taken.append(int(queue.dequeue())))
    thread.start()
    assert int(queue.size()) == 2
    queue.close()
    thread.join()
    assert len(set(taken)) == 2


def test_each_run_of_a_function_puts_and_takes():
    queue = tf.queue.FIFOQueue(9, tf.int32, shapes=[()])

    @tf.function
    def step(x):
        queue.enqueue(x)
        return queue.dequeue() + 1

    assert [int(step(tf.constant(n))) for n in range(4)] == [1, 2, 3, 4]
    assert int(queue.size()) == 0
