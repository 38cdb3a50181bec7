import { heightOf, imageKey, SHARE_IMAGE, uploadMediaPath } from '#features/media/rules/variant.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { webAddress } from '#kernel/web-address.ts'

/** `name` is its permanent name; `source` as `shownImage` returns it. */
export type LibraryImage = { name: string; source: string; alt: string }

type Fields = {
  searchTitle: string | null
  socialTitle: string | null
  shownSocialImage?: LibraryImage | null
  canonicalUrl: string | null
  isUnlisted: boolean | null
}

/** Returns the fields for search engines and link previews that an editor has filled in. */
export function describeForSearch({
  searchTitle,
  socialTitle,
  shownSocialImage,
  canonicalUrl,
  isUnlisted,
}: Fields): Pick<ArticleDetail, 'search'> {
  const canonical = canonicalUrl?.startsWith('https://') ? webAddress(canonicalUrl) : null
  if (!searchTitle && !socialTitle && !shownSocialImage && !canonical && !isUnlisted) return {}
  return {
    search: {
      ...(searchTitle && { title: searchTitle }),
      ...(socialTitle && { socialTitle }),
      ...(shownSocialImage && { image: describeSocialImage(shownSocialImage) }),
      ...(canonical && { canonical }),
      ...(isUnlisted && { isUnlisted }),
    },
  }
}

function describeSocialImage({ name, source, alt }: LibraryImage) {
  const { ratio, width } = SHARE_IMAGE
  const path = uploadMediaPath({ upload: name, key: imageKey(source), ...SHARE_IMAGE })
  return { path, width, height: heightOf(ratio, width), ...(alt && { alt }) }
}
