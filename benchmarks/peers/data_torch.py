"""A pass of torch's DataLoader: `data_torch.py CASE THREADS FOLDER MNIST`; one turn is one pass."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import torch  # noqa: E402
from mnist_job import load  # noqa: E402
from torch.utils.data import DataLoader, Dataset, TensorDataset  # noqa: E402
from worker import serve  # noqa: E402

CASE, THREADS, FOLDER, MNIST = sys.argv[1:5]


class Images(Dataset):
    """The JPEG files of a folder, resized to 224 and flipped by chance."""

    def __init__(self, folder):
        self.names = sorted(Path(folder).glob("*.jpg"))

    def __len__(self):
        return len(self.names)

    def __getitem__(self, index):
        import numpy as np
        from PIL import Image

        with Image.open(self.names[index]) as file:
            image = file.convert("RGB").resize((224, 224), Image.Resampling.BILINEAR)
        tensor = torch.from_numpy(np.array(image, np.float32))
        return tensor.flip(1) if torch.rand(()) < 0.5 else tensor


def loader():
    """Returns the loader of the case and how many elements it has."""
    if CASE == "jpeg":
        dataset = Images(Path(FOLDER) / "images")
        return DataLoader(dataset, 32, num_workers=2), len(dataset)
    (x, y), _ = load(MNIST, 0)
    dataset = TensorDataset(torch.from_numpy(x[..., None]), torch.from_numpy(y))
    return DataLoader(dataset, 64, shuffle=True), len(dataset)


def prepare():
    """Returns the turn of one pass."""
    torch.set_num_threads(int(THREADS))
    batches, elements = loader()

    def turn():
        start = time.perf_counter()
        for _ in batches:
            pass
        seconds = time.perf_counter() - start
        return {"seconds": seconds, "elements_per_second": elements / seconds}

    return turn, {"version": torch.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
