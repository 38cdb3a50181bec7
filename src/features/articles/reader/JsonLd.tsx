type Props = {
  /** Empty in the browser: only crawlers read it, from the server's page. */
  json: string
}

/** Structured data (schema.org). Give it a key, so that a navigation replaces it. */
export function JsonLd({ json }: Props) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by writeJsonLd
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
