"""Types of pelton.keras.datasets. Made by `dev.py stubs`; do not edit."""

from . import boston_housing as boston_housing
from . import california_housing as california_housing
from . import cifar10 as cifar10
from . import cifar100 as cifar100
from . import fashion_mnist as fashion_mnist
from . import imdb as imdb
from . import mnist as mnist
from . import reuters as reuters
