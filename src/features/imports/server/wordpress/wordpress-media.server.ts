import { decodePath } from '#kernel/paths.ts'
import { ImportError } from '../../rules/import-item.ts'
import type { Attachment, PostReferences } from '../../rules/wordpress/convert-post.ts'
import type { ArchiveFiles } from '../archive-files.server.ts'
import type { WxrRecord } from './read-wxr.server.ts'

const MAX_ATTACHMENTS = 500_000
const MAX_PATTERNS = 2_000
/** Lengths are in UTF-16 units. */
const MAX_PATTERN_LENGTH = 200_000
const MAX_PATTERNS_LENGTH = 20_000_000
const MAX_ADDRESS_LENGTH = 2_000
/** The limit for the addresses and texts of all images. Those of 500,000 have about half of it. */
const MAX_ATTACHMENTS_LENGTH = 200_000_000
/** The limit of an alternative text and of a caption. */
const MAX_TEXT_LENGTH = 2_000
/** The end of the name of a resized image, or of the version that WordPress shows instead of a large original. */
const SIZE = /-(?:\d{2,5}x\d{2,5}|scaled|rotated|e\d{10,13})(?=\.\w{3,4}$)/

/** Indexes the attachments and patterns of an export. A post may precede those that it refers to. */
export function createMediaIndex() {
  const attachments = new Map<string, Attachment>()
  const children = new Map<string, string[]>()
  const originals = new Map<string, string>()
  const patterns = new Map<string, string>()
  let patternsLength = 0
  let attachmentsLength = 0
  return {
    add({ texts, meta }: WxrRecord): void {
      const id = texts.get('wp:post_id') ?? ''
      const type = texts.get('wp:post_type')
      if (type === 'wp_block' && patterns.size < MAX_PATTERNS && patternsLength < MAX_PATTERNS_LENGTH) {
        const pattern = startOf(texts.get('content:encoded') ?? '', MAX_PATTERN_LENGTH)
        patternsLength += pattern.length
        patterns.set(id, pattern)
      }
      const given = texts.get('wp:attachment_url')?.trim()
      if (type !== 'attachment' || !given || given.length > MAX_ADDRESS_LENGTH) return
      if (attachments.size >= MAX_ATTACHMENTS)
        throw new ImportError('The export has more than 500,000 images. Divide it into several exports.')
      const address = startOf(given, MAX_ADDRESS_LENGTH)
      const parent = texts.get('wp:post_parent') ?? '0'
      const alt = startOf(meta.get('_wp_attachment_image_alt')?.trim() ?? '', MAX_TEXT_LENGTH)
      const caption = startOf(texts.get('excerpt:encoded')?.trim() ?? '', MAX_TEXT_LENGTH)
      attachmentsLength += 2 * address.length + alt.length + caption.length
      if (attachmentsLength > MAX_ATTACHMENTS_LENGTH)
        throw new ImportError('The texts of the images are too long. Divide the export into several exports.')
      attachments.set(id, { address, alt, caption, parent })
      originals.set(pathOf(address).replace(SIZE, ''), address)
      if (parent === '0') return
      const siblings = children.get(parent)
      if (siblings) siblings.push(id)
      else children.set(parent, [id])
    },
    /** Returns the address of the original of a resized image. */
    originalOf(address: string): string {
      const own = unwrapProxy(address)
      const path = pathOf(own)
      return SIZE.test(path) ? (originals.get(path.replace(SIZE, '')) ?? own) : own
    },
    references: {
      attachment: (id) => attachments.get(id),
      attachmentsOf: (post) => children.get(post) ?? [],
      pattern: (id) => patterns.get(id),
    } satisfies PostReferences,
  }
}

/** Returns a copy of the start, since V8 keeps the whole of a string in memory for a part of it: here, 64 kB of the export. */
function startOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString()
}

/** Jetpack serves images from its own domain: `https://i0.wp.com/courier.example/wp-content/…`. */
function unwrapProxy(address: string): string {
  return address
    .replace(/^https?:\/\/i\d\.wp\.com\/(?=[^/?#]+\/)/, 'https://')
    .replace(/(?<=\.\w{3,4})\?[\w=&%,]{0,200}$/, '')
}

function pathOf(address: string): string {
  const path = URL.parse(address, 'http://site.invalid')?.pathname ?? address
  return uploadPath(path) ?? path
}

/** The part of a path that the folder of uploads and its address share: `2019/05/photo.jpg`. */
function uploadPath(path: string): string | undefined {
  const start = `/${path}`.lastIndexOf('/uploads/')
  return start < 0 ? undefined : decodePath(path.slice(start + 'uploads/'.length)).normalize()
}

/** Finds uploads in the folder or archive of an export. */
export function createUploadFinder(files: ArchiveFiles): (address: string) => string | undefined {
  const names = new Map<string, string>()
  for (const name of files.names) {
    const path = uploadPath(name)
    if (path) names.set(path, name)
  }
  return (address) => {
    if (names.size === 0) return undefined
    const path = pathOf(address)
    return names.get(path) ?? names.get(path.replace(SIZE, ''))
  }
}
