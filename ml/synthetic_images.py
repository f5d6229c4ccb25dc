"""Draws images that show no waste: walls, paper with writing, drawings, patterns and noise.

A net that has only seen waste is always confident. These teach it to be unsure.
"""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = 224


def random_colour(rng, low=0, high=256):
    return tuple(int(value) for value in rng.integers(low, high, 3))


def background(rng) -> Image.Image:
    """A wall, a sheet of paper or a floor: a smooth gradient, often pale, with a little grain."""
    y, x = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j]
    pale = rng.random() < 0.6
    base = np.array(random_colour(rng, 150 if pale else 0, 256), float)
    if rng.random() < 0.6:
        base = base.mean() + 0.15 * (base - base.mean())
    slope = rng.normal(0, 18, (2, 1)) * rng.normal(1, 0.15, (2, 3))
    pixels = base + x[..., None] * slope[0] + y[..., None] * slope[1] + rng.normal(0, 8) * (x * x + y * y)[..., None]
    pixels = pixels + rng.normal(0, rng.uniform(0, 9), (SIZE, SIZE, 1 if rng.random() < 0.5 else 3))
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def wall(rng):
    image = background(rng)
    if rng.random() < 0.4:
        draw, ink = ImageDraw.Draw(image), random_colour(rng)
        across, down = rng.integers(20, 120, 2)
        for x in range(int(rng.integers(0, across)), SIZE, across):
            draw.line([(x, 0), (x, SIZE)], ink, int(rng.integers(1, 4)))
        if rng.random() < 0.7:
            for y in range(int(rng.integers(0, down)), SIZE, down):
                draw.line([(0, y), (SIZE, y)], ink, int(rng.integers(1, 4)))
    return image


def writing(rng):
    image = background(rng)
    draw = ImageDraw.Draw(image)
    letters = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.;:!?-()")
    size = int(rng.integers(8, 60))
    font, ink, y = ImageFont.load_default(size), random_colour(rng, 0, 110), int(rng.integers(-10, 30))
    if rng.random() < 0.2:
        image.paste(random_colour(rng, 0, 80), (0, 0, SIZE, SIZE))
        ink = random_colour(rng, 150, 256)
    while y < SIZE:
        words = ["".join(rng.choice(letters, rng.integers(1, 9))) for _ in range(rng.integers(1, 14))]
        draw.text((int(rng.integers(-5, 30)), y), " ".join(words), ink, font)
        y += int(size * rng.uniform(1.05, 1.9))
    return image


def draw_shape(rng, draw, filled):
    x, y = rng.integers(-20, SIZE, 2)
    box = [int(x), int(y), int(x + rng.integers(8, 130)), int(y + rng.integers(8, 130))]
    ink = random_colour(rng)
    style = {"fill": ink} if filled else {"outline": ink, "width": int(rng.integers(1, 8))}
    kind = rng.integers(5)
    if kind == 0:
        draw.rectangle(box, **style)
    elif kind == 1:
        draw.ellipse(box, **style)
    elif kind == 2:
        points = [tuple(int(v) for v in rng.integers(-10, SIZE + 10, 2)) for _ in range(rng.integers(3, 7))]
        draw.polygon(points, **({"fill": ink} if filled else {"outline": ink}))
    elif kind == 3:
        draw.line([tuple(int(v) for v in rng.integers(0, SIZE, 2)) for _ in range(rng.integers(2, 9))], ink, int(rng.integers(1, 8)))
    else:
        draw.arc(box, int(rng.integers(360)), int(rng.integers(360)), ink, int(rng.integers(1, 8)))


def drawing(rng):
    image = background(rng)
    if rng.random() < 0.4:
        image.paste(random_colour(rng, 235, 256) if rng.random() < 0.6 else random_colour(rng), (0, 0, SIZE, SIZE))
    draw, filled = ImageDraw.Draw(image), rng.random() < 0.5
    for _ in range(rng.integers(1, 25)):
        draw_shape(rng, draw, filled if rng.random() < 0.8 else not filled)
    return image


def pattern(rng):
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    angle, period = rng.uniform(0, np.pi), rng.uniform(3, 70)
    wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / period)
    if rng.random() < 0.5:
        wave = wave * np.sin((x * np.sin(angle) - y * np.cos(angle)) * 2 * np.pi / (period * rng.uniform(0.5, 2)))
    if rng.random() < 0.3:
        wave = np.sin(np.hypot(x - rng.integers(SIZE), y - rng.integers(SIZE)) * 2 * np.pi / period)
    if rng.random() < 0.6:
        wave = np.sign(wave)
    share = (wave[..., None] + 1) / 2
    return Image.fromarray((share * random_colour(rng) + (1 - share) * random_colour(rng)).astype(np.uint8))


def noise(rng):
    side = int(rng.choice([4, 8, 16, 32, 64, 112, SIZE]))
    channels = 1 if rng.random() < 0.3 else 3
    if rng.random() < 0.5:
        pixels = rng.integers(0, 256, (side, side, channels))
    else:
        pixels = rng.normal(rng.uniform(60, 200), rng.uniform(10, 80), (side, side, channels))
    pixels = np.broadcast_to(np.clip(pixels, 0, 255), (side, side, 3)).astype(np.uint8)
    kind = Image.Resampling.NEAREST if rng.random() < 0.3 else Image.Resampling.BICUBIC
    return Image.fromarray(np.ascontiguousarray(pixels)).resize((SIZE, SIZE), kind)


def surface(rng):
    """Concrete, earth, cloth or wood: rough or smooth noise, sometimes stretched in one direction."""
    down, across = np.meshgrid(np.fft.fftfreq(SIZE), np.fft.fftfreq(SIZE), indexing="ij")
    stretch = rng.uniform(1, 12) if rng.random() < 0.35 else 1
    frequency = np.hypot(down * stretch, across) + 1 / SIZE
    tint = np.array(random_colour(rng), float)
    tint = tint.mean() + rng.uniform(0.05, 0.7) * (tint - tint.mean())
    pixels = np.zeros((SIZE, SIZE, 3)) + tint
    for _ in range(rng.integers(1, 3)):
        field = np.fft.ifft2(np.fft.fft2(rng.normal(size=(SIZE, SIZE))) / frequency ** rng.uniform(0.3, 1.8)).real
        pixels += (field / field.std())[..., None] * rng.uniform(4, 30) * rng.uniform(0.8, 1.2, 3)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


GENERATORS = [wall, writing, drawing, pattern, noise, surface]


def draw_images(count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    images = []
    for index in range(count):
        image = GENERATORS[index % len(GENERATORS)](rng)
        if rng.random() < 0.25:
            image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 4)))
        if rng.random() < 0.3:
            image = image.rotate(float(rng.uniform(-30, 30)), Image.Resampling.BILINEAR, fillcolor=image.getpixel((0, 0)))
        images.append(np.asarray(image))
    return np.stack(images)
