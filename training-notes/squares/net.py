"""The square classifier: a trunk that sees one tile and a head that also sees a board summary.

One ONNX graph holds both. The reader runs it in two parts (see `crates/classify`):

    tile [N,1,32,32] ─trunk▶ embedding [N,E], first logits [N,13]
    embedding [64,E], summary [64,4E] ─head▶ logits [64,13]

The summary of a square is what the board around it looks like, so that colour is judged against
the board: the mean embeddings of the men believed white, of those believed black, of the empty
squares of its own colour and of those of the other colour, each weighted by the first logits.
The head also compares each square with all others of its board (attention without places): in a
set never seen, a man is told by what he is like and unlike there. It is not told where a square
lies, so it learns looks, not positions.
"""

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 13
EMBEDDING = 64
# Pixels a side of a tile, and cells a side of what the trunk makes of it.
TILE = 32
CELLS = TILE // 8


class Block(nn.Module):
    """Two 3×3 convolutions, the second one residual, then a halving of the size."""

    def __init__(self, cin: int, cout: int, pool: bool = True):
        super().__init__()
        self.a = nn.Conv2d(cin, cout, 3, padding=1, bias=False)
        self.an = nn.BatchNorm2d(cout)
        self.b = nn.Conv2d(cout, cout, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(cout)
        self.pool = nn.MaxPool2d(2) if pool else nn.Identity()

    def forward(self, x):
        x = F.relu(self.an(self.a(x)))
        return self.pool(F.relu(x + self.bn(self.b(x))))


class Trunk(nn.Module):
    """Tile [N,1,32,32] on the board's gray scale (0 ink, 1 paper) to embedding and first logits."""

    def __init__(self, widths=(16, 32, 64, 96)):
        super().__init__()
        stem, c1, c2, c3 = widths
        self.stem = nn.Sequential(
            nn.Conv2d(1, stem, 3, padding=1, bias=False), nn.BatchNorm2d(stem), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.blocks = nn.Sequential(Block(stem, c1), Block(c1, c2), Block(c2, c3, pool=False))
        self.squeeze = nn.Sequential(nn.Conv2d(c3, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())
        self.embed = nn.Linear(32 * CELLS**2, EMBEDDING)
        self.first = nn.Linear(EMBEDDING, CLASSES)

    def forward(self, tiles):
        x = self.squeeze(self.blocks(self.stem(tiles)))
        embedding = F.relu(self.embed(x.flatten(1)))
        return embedding, self.first(embedding)


class Head(nn.Module):
    """Embedding [64·B,E] and summary [64·B,4E] of whole boards to logits [64·B,13]."""

    def __init__(self, first, width=64, heads=4, hidden=128):
        super().__init__()
        self.first, self.width, self.heads = first, width, heads
        self.compare = nn.Linear(EMBEDDING + CLASSES, 3 * width)
        self.a = nn.Linear(5 * EMBEDDING + width, hidden)
        self.b = nn.Linear(hidden, CLASSES)

    def forward(self, embedding, summary):
        believed = self.first[0](embedding).softmax(1)
        each = self.compare(torch.cat([embedding, believed], 1))
        size = self.width // self.heads
        # Boards, {query, key, value}, heads, squares, features.
        query, key, value = each.view(-1, 64, 3, self.heads, size).permute(2, 0, 3, 1, 4)
        likeness = (query @ key.transpose(2, 3) / size**0.5).softmax(3)
        seen = (likeness @ value).transpose(1, 2).reshape(-1, self.width)
        return self.b(F.relu(self.a(torch.cat([embedding, summary, seen], 1))))


def summarise(embedding, first_logits):
    """Board summaries of whole boards: [64·B,E], [64·B,13] in image order to [64·B,4E]."""
    e = embedding.float().view(-1, 64, EMBEDDING)
    p = first_logits.float().softmax(1).view(-1, 64, CLASSES)
    index = torch.arange(64)
    dark = ((index // 8 + index % 8) % 2).float().to(e.device)
    white, black, empty = p[..., 1:7].sum(-1), p[..., 7:].sum(-1), p[..., 0]

    def mean(weight):
        return torch.einsum("bn,bne->be", weight, e) / (weight.sum(1, keepdim=True) + 0.5)

    w, b = mean(white), mean(black)
    parts = [mean(empty * (1 - dark)), mean(empty * dark)]
    own = torch.stack([parts[0], parts[1]], 1)[:, dark.long()]
    other = torch.stack([parts[1], parts[0]], 1)[:, dark.long()]
    n = e.shape[0]
    men = torch.cat([w, b], 1).unsqueeze(1).expand(n, 64, 2 * EMBEDDING)
    return torch.cat([men, own, other], 2).reshape(n * 64, 4 * EMBEDDING)


class SquareNet(nn.Module):
    """Trunk, summary and head over whole boards, for training."""

    def __init__(self, widths=(16, 32, 64, 96)):
        super().__init__()
        self.trunk = Trunk(widths)
        # In a list, so that the layer stays one of the trunk alone.
        self.head = Head([self.trunk.first])

    def forward(self, tiles):
        """Tiles [64·B,1,32,32] to first logits and logits, each [64·B,13]."""
        embedding, first = self.trunk(tiles)
        return first, self.head(embedding, summarise(embedding, first))
