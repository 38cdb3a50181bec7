/**
 * Draws the pictures of the sample edition into samples/pictures, and the site's own pictures into public.
 *
 *     node samples/draw.mjs             everything
 *     node samples/draw.mjs sport       one category
 *     node samples/draw.mjs sport-3     one picture
 *     node samples/draw.mjs brand       the site's own pictures
 *
 * The same pictures come out every time: grain and misregistration are seeded.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { icon, placeholder, shareCard } from './draw/brand.mjs'
import { health } from './draw/health.mjs'
import { money } from './draw/money.mjs'
import { news } from './draw/news.mjs'
import { politics } from './draw/politics.mjs'
import { print } from './draw/press.mjs'
import { science } from './draw/science.mjs'
import { showbiz } from './draw/showbiz.mjs'
import { sport } from './draw/sport.mjs'
import { technology } from './draw/technology.mjs'
import { travel } from './draw/travel.mjs'
import { tv } from './draw/tv.mjs'

/** The categories of the edition, each with its four drawings and the spot ink printed beside black and red. */
const CATEGORIES = { news, politics, sport, showbiz, tv, health, technology, science, money, travel }

const pictures = new URL('pictures/', import.meta.url)
const publicFolder = new URL('../public/', import.meta.url)
const only = process.argv[2]

/** Draws one picture of the edition, numbered from 1 within its category. */
async function drawPicture(category, number) {
  const { drawings, spot } = CATEGORIES[category]
  const seed = Object.keys(CATEGORIES).indexOf(category) * 10 + number
  const image = await print(drawings[number - 1](), { spot, seed })
  const file = fileURLToPath(new URL(`${category}-${number}.webp`, pictures))
  // Flat inks and repeating screens: lossless is both sharper than lossy here and a fifth of its size.
  const { size } = await image.webp({ lossless: true, effort: 6 }).toFile(file)
  console.log(`${category}-${number}.webp  ${(size / 1000).toFixed(1)} kB`)
}

/** Draws the icons, the social card and the placeholder. */
async function drawBrand() {
  const into = (name) => fileURLToPath(new URL(name, publicFolder))
  const card = await print(shareCard(), { spot: CATEGORIES.news.spot, seed: 101, width: 1200, height: 630 })
  await card.jpeg({ quality: 78, mozjpeg: true }).toFile(into('social-share-default.jpg'))
  const icons = {
    'favicon.png': icon(512),
    'apple-touch-icon.png': icon(180),
    'icon-192.png': icon(192),
    'icon-maskable-512.png': icon(512, { isMaskable: true }),
  }
  for (const [name, svg] of Object.entries(icons)) {
    await sharp(Buffer.from(svg)).png({ palette: true, dither: 0 }).toFile(into(name))
  }
  await writeFile(into('favicon.svg'), icon(512))
  await writeFile(into('placeholder.svg'), placeholder())
}

await mkdir(pictures, { recursive: true })
for (const [category, { drawings }] of Object.entries(CATEGORIES)) {
  for (const index of drawings.keys()) {
    const name = `${category}-${index + 1}`
    if (!only || only === category || only === name) await drawPicture(category, index + 1)
  }
}
if (!only || only === 'brand') await drawBrand()
