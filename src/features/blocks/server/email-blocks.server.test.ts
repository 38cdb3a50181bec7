import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findEmailData } from './email-blocks.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const ORIGIN = 'https://paper.example'
const ID = '00000000-0000-4000-8000-000000000001'
const upload = (name: string) => `/storage/article-images/${name}`

beforeEach(async () => {
  await pool.query('delete from media; delete from articles')
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, duration, perceptual_hash) values
       (gen_random_uuid(), '1_ferry.jpg', '1_ferry.jpg', 'image/jpeg', 1, 700, 400, null, 0),
       (gen_random_uuid(), '2_poster.jpg', '2_poster.jpg', 'image/jpeg', 1, 1600, 900, null, 0),
       (gen_random_uuid(), '3_film.mp4', '3_film.mp4', 'video/mp4', 1, 1280, 720, 125, null)`,
  )
  await pool.query("insert into articles (id, title, category) values ($1, 'Tea', 'News')", [ID])
})

it('finds images, posters, recordings and related articles', async () => {
  const html =
    `<figure><img src="${upload('1_ferry.jpg')}" alt=""></figure><figure><img src="${upload('9_gone.jpg')}" alt=""></figure>` +
    `<figure class="video"><video src="${upload('3_film.mp4')}" poster="${upload('2_poster.jpg')}"></video></figure>` +
    `<aside class="related" data-article="${ID}"></aside><aside class="related" data-article="x'; drop"></aside>`
  const { images, durations, headlines } = await findEmailData(db, html, ORIGIN)
  expect([...images.keys()].sort()).toEqual([upload('1_ferry.jpg'), upload('2_poster.jpg')])
  expect(images.get(upload('1_ferry.jpg'))).toEqual({
    url: expect.stringMatching(
      /^https:\/\/paper\.example\/media\/uploads\/1_ferry\.jpg\/[\da-f]{14}\/full-1280\.jpeg$/,
    ),
    width: 700,
    height: 400,
  })
  expect(durations).toEqual(new Map([[upload('3_film.mp4'), '2:05']]))
  expect(headlines).toEqual(new Map([[ID, { title: 'Tea', url: `${ORIGIN}/article/${ID}/tea` }]]))
})

it('finds the images of embeds, which are uploads of our own', async () => {
  const embed = (image: string) =>
    `<figure class="embed" data-image="${image}" data-width="480" data-height="360"></figure>`
  const { images } = await findEmailData(
    db,
    embed(upload('4_card.webp')) + embed('https://t.example/p.gif'),
    ORIGIN,
  )
  expect(images).toEqual(
    new Map([
      [
        upload('4_card.webp'),
        { url: `${ORIGIN}/media/uploads/4_card.webp/full-1280.jpeg`, width: 480, height: 360 },
      ],
    ]),
  )
})
