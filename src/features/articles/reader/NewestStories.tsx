/** The way from a later page of a list to its beginning. */
export function NewestStories({ href }: { href: string }) {
  return (
    <p className="pb-5 text-14">
      <a href={href} className="inline-block py-1 underline underline-offset-4">
        Newest stories
      </a>
    </p>
  )
}
