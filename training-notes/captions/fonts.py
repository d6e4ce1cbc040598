"""Folders of art with many more text fonts, from Debian packages: one to train with, one held out.

    fonts.py ART OUT        (ART: made by ../fetch_art.py; needs apt-get and dpkg)

OUT/train and OUT/holdout link to everything in ART but its fonts.
"""

import pathlib
import shutil
import subprocess
import sys

PACKAGES = """fonts-liberation fonts-cmu fonts-crosextra-carlito fonts-ebgaramond fonts-roboto-unhinted fonts-open-sans fonts-lato
fonts-linuxlibertine fonts-oldstandard fonts-texgyre fonts-paratype fonts-inter fonts-dejavu-core fonts-dejavu-extra
fonts-freefont-ttf fonts-noto-core""".split()

TRAIN = """LiberationSans-Regular LiberationSans-Bold LiberationSans-Italic LiberationSerif-Regular LiberationSerif-Bold
LiberationSerif-Italic LiberationSerif-BoldItalic LiberationSansNarrow-Regular LiberationMono-Regular cmunrm cmunbx cmunti cmunss
cmunsl Carlito-Regular Carlito-Bold EBGaramond12-Regular EBGaramond12-Italic Roboto-Regular Roboto-Medium Roboto-Bold
RobotoCondensed-Regular OpenSans-Regular OpenSans-Semibold Lato-Regular Lato-Bold LinLibertine_R LinLibertine_RB LinLibertine_RI
OldStandard-Regular OldStandard-Italic texgyrepagella-regular texgyrepagella-italic texgyrebonum-regular texgyreschola-regular
texgyreschola-bold texgyreadventor-regular PTF55F PTS55F PTS75F DejaVuSans DejaVuSans-Bold DejaVuSerif DejaVuSansCondensed FreeSans
FreeSerif FreeSerifItalic FreeSerifBold NotoSans-Regular NotoSerif-Regular NotoSerif-Bold""".split()

HOLDOUT = """Inter-Regular Inter-SemiBold texgyreheros-regular texgyretermes-regular texgyretermes-italic texgyretermes-bold PTM55F
PTF56F PTZ56F LinBiolinum_R LinBiolinum_RB NotoSansDisplay-Regular NotoSansDisplay-Italic NotoSerifDisplay-Regular FreeSansBold
DejaVuSerif-Italic OpenSans-Italic cmunci cmunssdc""".split()


def main(art: str, out: str):
    art, out = pathlib.Path(art).resolve(), pathlib.Path(out)
    debs = out / "debs"
    debs.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", *PACKAGES], cwd=debs, check=True)
    for deb in debs.glob("*.deb"):
        subprocess.run(["dpkg", "-x", deb, debs / "x"], check=True)
    found = {p.stem: p for p in (debs / "x").rglob("*.[to]tf")}
    for name, fonts in (("train", TRAIN), ("holdout", HOLDOUT)):
        folder = out / name / "fonts"
        folder.mkdir(parents=True)
        for path in art.iterdir():
            if path.name != "fonts":
                (out / name / path.name).symlink_to(path)
        for font in fonts:
            shutil.copy(found[font], folder)


main(*sys.argv[1:])
