import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import type { ClientBase } from 'pg'
import { type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LAST_COMMIT_BEFORE_BASELINE } from '#platform/database/apply-migrations.server.ts'
import { prepareCopy } from '#platform/database/copy-tables.server.ts'
import { readArchive } from '#platform/files/archive-reader.server.ts'
import { writeArchive } from '#platform/files/archive-writer.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { createBackup } from './create-backup.server.ts'
import { loadBackup } from './load-backup.server.ts'
import { stageUploads } from './staged-uploads.server.ts'

// Creating the tables takes much longer than loading some rows. Here, they exist.
vi.mock('#platform/database/apply-migrations.server.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  applyMigrations: async () => {},
}))

/** The tables of the backup. */
const tables = vi.hoisted((): string[] => [])
// Keeps the indexes. The tests of `restoreBackup` drop and create them.
vi.mock('#platform/database/copy-tables.server.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  prepareInsert: async (client: ClientBase) => {
    await client.query('set local session_replication_role = replica')
    await client.query(tables.map((name) => `delete from ${name}`).join(';'))
    return async () => {}
  },
}))

type File = { name: string; bytes: Buffer; header?: Partial<Header> }

const PASSPHRASE = 'correct horse battery'
const UPLOAD = `uploads/${'ab'.repeat(32)}/a.webp`
/** A file with the content "image", whose hash is part of its name. */
const IMAGE = 'uploads/6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d/a.webp'

let original: TestDatabase
let folder: string
let files: File[]
beforeAll(async () => {
  original = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'load-backup-'))
  await original.pool.query(`insert into articles (title, origin) values ('Original', 'editor')`)
  const output = new PassThrough()
  const [archive] = await Promise.all([
    buffer(output),
    createBackup({ databaseUrl: original.url, uploads: undefined }, output),
  ])
  files = []
  for await (const { name, content } of readArchive(Readable.from(archive), { passphrase }))
    files.push({ name, bytes: await buffer(content) })
  for (const { name } of files) if (name.startsWith('tables/')) tables.push(name.split('/')[1] ?? '')
})
afterAll(async () => {
  await original.drop()
  await rm(folder, { recursive: true })
})

const passphrase = async () => PASSPHRASE

/** Into the migrated database, in a transaction that is rolled back. */
async function load(archive: AsyncIterable<Buffer>): Promise<unknown[]> {
  const client = await original.pool.connect()
  try {
    await prepareCopy(client)
    await client.query('begin')
    const uploadsFolder = join(await mkdtemp(join(folder, 'site-')), 'uploads')
    const uploads = await stageUploads({ bucket: openBucket(uploadsFolder), folder: uploadsFolder })
    await loadBackup(client, Readable.from(archive), { passphrase, uploads })
    return (await client.query('select title from articles')).rows
  } finally {
    // With it, the transaction and the settings end.
    client.release(true)
  }
}

async function* partsOf(archive: Buffer) {
  yield archive
}

async function tarOf(changed: File[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, bytes, header } of changed) {
    const hasContent = (header?.type ?? 'file') === 'file'
    tar.entry({ name, ...header }, hasContent ? bytes : Buffer.alloc(0))
  }
  tar.finalize()
  return buffer(tar)
}
const archiveOf = async (changed: File[]) => zstdCompressSync(await tarOf(changed))

async function encrypted(): Promise<Buffer> {
  const output = new PassThrough()
  const write = async () => {}
  const [bytes] = await Promise.all([
    buffer(output),
    writeArchive(output, { passphrase: PASSPHRASE, cost: 10, write }),
  ])
  return bytes
}

/** Replaces a file's JSON. */
// biome-ignore lint/suspicious/noExplicitAny: The files are changed in ways that their types forbid.
const withJson = (file: string, change: (content: any) => unknown) =>
  archiveOf(
    files.map(({ name, bytes }) => {
      if (name !== file) return { name, bytes }
      const content = JSON.parse(bytes.toString())
      return { name, bytes: Buffer.from(JSON.stringify(change(content) ?? content)) }
    }),
  )
const add = (...added: File[]) => archiveOf([...files.slice(0, -1), ...added, ...files.slice(-1)])
const upload = (name: string, header: Partial<Header> = {}) => ({
  name,
  bytes: Buffer.from('image'),
  header,
})

const NOT_A_BACKUP = 'The file is not a backup of Masthead.'
const DAMAGED = 'The backup is damaged: '
const CUT = `${DAMAGED}it was cut off or altered.`

const HOSTILE: [name: string, make: () => Promise<Buffer> | Buffer, message: string][] = [
  ['an empty file', () => Buffer.alloc(0), NOT_A_BACKUP],
  ['another format', () => Buffer.from('PK\u0003\u0004 and so on'), NOT_A_BACKUP],
  ['compressed text', () => zstdCompressSync('x'.repeat(5_000)), CUT],
  ['compressed zeros', () => zstdCompressSync(Buffer.alloc(100_000)), CUT],
  ['a cut frame', async () => (await archiveOf(files)).subarray(0, 400), CUT],
  ['a cut tar', async () => zstdCompressSync((await tarOf(files)).subarray(0, 5_000)), CUT],
  ['a cut encryption header', async () => (await encrypted()).subarray(0, 40), CUT],
  ['a forged cost of the key', async () => Object.assign(await encrypted(), { 21: 0 }), CUT],
  ['a cost that needs much memory', async () => Object.assign(await encrypted(), { 21: 40 }), CUT],
  ['no files', () => archiveOf([]), NOT_A_BACKUP],
  ['another order', () => archiveOf(files.toReversed()), NOT_A_BACKUP],
  [
    'broken JSON',
    () => archiveOf([{ name: 'header.json', bytes: Buffer.from('{"format":1,') }]),
    NOT_A_BACKUP,
  ],
  [
    'deep JSON',
    () => archiveOf([{ name: 'header.json', bytes: Buffer.alloc(1_000_000, '[') }]),
    NOT_A_BACKUP,
  ],
  [
    'a later format',
    () => withJson('header.json', (header) => ({ ...header, format: 99 })),
    'The backup was made by a newer version',
  ],
  [
    'a format that is text',
    () => withJson('header.json', (header) => ({ ...header, format: 'x' })),
    NOT_A_BACKUP,
  ],
  [
    'a statement as a table',
    () =>
      withJson(
        'header.json',
        (header) => void header.tables.push({ name: 'a; drop table users', columns: ['a'] }),
      ),
    NOT_A_BACKUP,
  ],
  [
    'an unknown column',
    () =>
      withJson(
        'header.json',
        (header) => void header.tables.find(({ name }: File) => name === 'articles').columns.push('nothing'),
      ),
    `${DAMAGED}PostgreSQL rejects its content (column "nothing"`,
  ],
  [
    'a column twice',
    () =>
      withJson(
        'header.json',
        (header) => void header.tables.find(({ name }: File) => name === 'articles').columns.push('id'),
      ),
    `${DAMAGED}PostgreSQL rejects its content (column "id" specified more than once)`,
  ],
  [
    'unknown migrations',
    () =>
      withJson(
        'header.json',
        (header) => void header.migrations.push({ hash: 'x', when: 9e14, release: '7.2.0' }),
      ),
    'The backup was made by a newer version of Masthead: Masthead 7.2.0 has applied 1 migration that this version',
  ],
  [
    'the migrations from before the baseline',
    () =>
      withJson(
        'header.json',
        (header) =>
          void header.migrations.forEach((applied: { when: number }) => {
            applied.when *= -1
          }),
      ),
    `older than Masthead 0.1.0. Restore it with Masthead from commit ${LAST_COMMIT_BEFORE_BASELINE}, start that version once,`,
  ],
  [
    'a broken manifest',
    () =>
      archiveOf(
        files.map((file) => (file.name === 'manifest.json' ? { ...file, bytes: Buffer.from('{') } : file)),
      ),
    `${DAMAGED}its manifest cannot be read.`,
  ],
  [
    'an unknown sequence',
    () =>
      withJson(
        'manifest.json',
        (manifest) => void manifest.sequences.push({ name: 'nothing', value: '1', isCalled: true }),
      ),
    `${DAMAGED}PostgreSQL rejects its content (relation "public.nothing" does not exist)`,
  ],
  [
    'a sequence that is a table',
    () =>
      withJson(
        'manifest.json',
        (manifest) => void manifest.sequences.push({ name: 'users', value: '1', isCalled: true }),
      ),
    `${DAMAGED}PostgreSQL rejects its content (`,
  ],
  [
    'a sequence of text',
    () => withJson('manifest.json', (manifest) => void Object.assign(manifest.sequences[0], { value: 'x' })),
    `${DAMAGED}PostgreSQL rejects its content (invalid input syntax`,
  ],
  ['no manifest', () => archiveOf(files.slice(0, -1)), `${DAMAGED}its end is missing.`],
  ['two manifests', () => archiveOf([...files, ...files.slice(-1)]), `${DAMAGED}it continues after its end.`],
  ['two headers', () => add(...files.slice(0, 1)), `${DAMAGED}it has two headers.`],
  [
    'a table twice',
    () => add(...files.filter(({ name }) => name.startsWith('tables/articles/'))),
    `${DAMAGED}it contains the table articles twice.`,
  ],
  [
    'an unknown table',
    () => add({ name: 'tables/nothing/000001', bytes: Buffer.from('1\n') }),
    `${DAMAGED}it contains an unknown table.`,
  ],
  [
    'rows of another table',
    () =>
      archiveOf(
        files.map((file) =>
          file.name === 'tables/articles/000001' ? { ...file, bytes: Buffer.from('1\t2\n') } : file,
        ),
      ),
    `${DAMAGED}the table articles was altered.`,
  ],
  [
    'the same row twice',
    () =>
      archiveOf(
        files.map((file) =>
          file.name === 'tables/articles/000001'
            ? { ...file, bytes: Buffer.concat([file.bytes, file.bytes]) }
            : file,
        ),
      ),
    `${DAMAGED}the table articles was altered.`,
  ],
  [
    'a path out of the folder',
    () => add(upload(`uploads/${'ab'.repeat(32)}/../../evil`)),
    `${DAMAGED}it contains the unknown file`,
  ],
  ['an absolute path', () => add(upload('/etc/cron.d/evil')), `${DAMAGED}it contains the unknown file`],
  [
    'a hidden upload',
    () => add(upload(`uploads/${'ab'.repeat(32)}/.ssh`)),
    `${DAMAGED}it contains the unknown file`,
  ],
  [
    'a symbolic link',
    () => add(upload(UPLOAD, { type: 'symlink', linkname: '/etc/passwd' })),
    `${DAMAGED}"${UPLOAD}" is not a file.`,
  ],
  [
    'a hard link',
    () => add(upload(UPLOAD, { type: 'link', linkname: 'header.json' })),
    `${DAMAGED}"${UPLOAD}" is not a file.`,
  ],
  ['a folder', () => add(upload('uploads', { type: 'directory' })), `${DAMAGED}"uploads" is not a file.`],
  ['a device', () => add(upload(UPLOAD, { type: 'block-device' })), `${DAMAGED}"${UPLOAD}" is not a file.`],
  ['a wrong checksum', () => add(upload(UPLOAD)), `${DAMAGED}the upload a.webp was altered.`],
  [
    'an upload twice',
    () => add(upload(IMAGE), upload(IMAGE)),
    `${DAMAGED}it contains the upload a.webp twice.`,
  ],
  ['an upload without a date', () => add(upload(IMAGE, { pax: { mtime: 'x' } })), DAMAGED],
  ['a forged size', () => add(upload(IMAGE, { pax: { size: '99999999999999' } })), CUT],
  ['a size that is no number', () => add(upload(IMAGE, { pax: { size: 'x' } })), CUT],
  ['a header of 5 MB', () => add(upload(IMAGE, { pax: { comment: 'x'.repeat(5_000_000) } })), CUT],
]

describe('loadBackup', () => {
  it.each(HOSTILE)('of %s fails with one line', async (_, make, message) => {
    const error = await load(partsOf(await make())).catch((thrown) => thrown)
    expect(error.name).toBe('ArchiveError')
    expect(error.message).toContain(message)
    expect(error.message).not.toMatch(/\n/)
  })

  it('restores the unchanged files', async () => {
    expect(await load(partsOf(await archiveOf(files)))).toEqual([{ title: 'Original' }])
  })

  it('explains an error of the disk or the network', async () => {
    const archive = await archiveOf(files)
    async function* failing() {
      yield archive.subarray(0, 500)
      throw new Error('EIO: i/o error, read')
    }
    await expect(load(failing())).rejects.toThrow('The backup cannot be read: EIO: i/o error, read.')
  })
})
