import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArticleGrid, NewestArticlesLink } from '#features/articles/reader/ArticleGrid.tsx'
import { JsonLd } from '#features/articles/reader/JsonLd.tsx'
import { uploadMediaPath } from '#features/media/rules/variant.ts'
import { FollowButton } from '#features/reading/reader/FollowButton.tsx'
import { feedPath } from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { writeJsonLd } from '#kernel/text/text.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { Notice } from '#ui/Notice.tsx'
import { collectionArticlesQuery, collectionQuery } from '../collections.functions.ts'
import { collectionJsonLd, sectionOf } from '../rules/collection.ts'
import type { Collection, CollectionKind } from '../server/collections.server.ts'

type Props = { site: Site; kind: CollectionKind; slug: string; before?: string | undefined }

/** The page of a person or a topic, with its articles (newsroom §6). */
export function CollectionPage({ site, kind, slug, before }: Props) {
  const collection = useSuspenseQuery(collectionQuery(kind, slug)).data
  const query = useSuspenseInfiniteQuery(collectionArticlesQuery(kind, slug, before))
  const { pages } = query.data
  const path = collectionPath(collection)
  return (
    <div className="measure">
      <CollectionHeader collection={collection} />
      {before && <NewestArticlesLink href={path} />}
      {pages.every((page) => page.articles.length === 0) && (
        <Notice
          title={phrase('No articles yet')}
          text={
            kind === 'author'
              ? phrase('Articles by {name} appear here.', { name: collection.name })
              : phrase('Articles on {name} appear here.', { name: collection.name })
          }
        />
      )}
      <ArticleGrid
        query={query}
        pages={pages}
        hrefOf={(next) => `${path}?before=${encodeURIComponent(next)}`}
        showCategory
      />
      <JsonLd
        key={path}
        json={
          import.meta.env.SSR
            ? writeJsonLd(
                collectionJsonLd(
                  site,
                  collection,
                  pages.flatMap((page) => page.articles),
                ),
              )
            : ''
        }
      />
    </div>
  )
}

function CollectionHeader({ collection }: { collection: Collection }) {
  const { kind, name, text, links, image } = collection
  const isPerson = kind === 'author'
  return (
    <header className="mt-6 mb-6 border-t border-ink pt-4 md:mt-10 md:mb-8">
      <div className="flex items-start gap-4 md:gap-8">
        <div className="min-w-0 flex-1">
          <p className="label pb-1 text-muted">{isPerson ? phrase('Author') : phrase('Topic')}</p>
          <h1 dir={directionOf(name)} className="headline text-30 wrap-anywhere md:text-48">
            {name}
          </h1>
        </div>
        {image && (
          <img
            src={uploadMediaPath({
              ...image,
              ...(isPerson ? { ratio: '1:1', width: 320 } : { ratio: '3:2', width: 640 }),
              format: 'webp',
            })}
            alt=""
            width={isPerson ? 320 : 640}
            height={isPerson ? 320 : 427}
            className={
              isPerson
                ? 'size-20 shrink-0 rounded-full bg-wash object-cover md:size-36'
                : 'aspect-3/2 w-28 shrink-0 bg-wash object-cover md:w-72'
            }
          />
        )}
      </div>
      {text && (
        <p
          dir={directionOf(text)}
          className="max-w-prose pt-3 font-serif text-18/7 wrap-anywhere whitespace-pre-line"
        >
          {text}
        </p>
      )}
      <div className="pt-4">
        <FollowButton kind={kind} slug={collection.slug} name={name} />
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-3 text-14 print:hidden">
        {links.map((link) => (
          <li key={link} className="min-w-0">
            <a
              href={link}
              rel="noopener"
              className="inline-block py-1 wrap-anywhere underline underline-offset-4"
            >
              <bdi>{linkText(link)}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a
            href={feedPath('rss', sectionOf(collection))}
            className="inline-block py-1 underline underline-offset-4"
          >
            RSS
          </a>
        </li>
      </ul>
    </header>
  )
}

const MAX_LINK_LENGTH = 60

/** "bsky.app/profile/ada.example" */
function linkText(link: string): string {
  const text = link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
  return text.length > MAX_LINK_LENGTH ? `${text.slice(0, MAX_LINK_LENGTH)}…` : text
}

export function CollectionNotFound({ kind }: { kind: CollectionKind }) {
  return (
    <div className="measure">
      <Notice
        heading="h1"
        title={kind === 'author' ? phrase('Author not found') : phrase('Topic not found')}
        text={phrase('The address may be wrong, or the page was removed.')}
        action={
          <a href="/" className="button">
            {phrase('Back to Home')}
          </a>
        }
      />
    </div>
  )
}
