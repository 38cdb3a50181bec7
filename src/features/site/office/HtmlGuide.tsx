const GUIDE: readonly [code: string, meaning: string][] = [
  ['<h2>Hours</h2>', 'A heading; h3 to h6 below it. The page’s own title stands above already.'],
  ['<p>Some words.</p>', 'A paragraph'],
  ['<strong>…</strong> <em>…</em>', 'Bold and italic'],
  ['<a href="/contact">…</a>', 'A link: within the site, https:, mailto: or tel:'],
  ['<ul><li>…</li></ul>', 'A list; ol for a numbered one'],
  ['<blockquote>…</blockquote>', 'A quotation'],
  ['<table><tr><th>…</th></tr></table>', 'A table'],
  ['<h2 id="hours">', 'A place that <a href="#hours"> leads to'],
  ['<address>…</address> <hr> <br>', 'An address, a line, a new line'],
]

/** What HTML the pages keep (spec §2, Page editor). */
export function HtmlGuide() {
  return (
    <section aria-label="HTML guide" className="sheet flex flex-col gap-3 p-4">
      <h2 className="text-13 font-semibold">HTML guide</h2>
      <dl className="flex flex-col gap-2 text-13">
        {GUIDE.map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code className="font-mono wrap-anywhere">{code}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-muted">
        Scripts, styles, images and frames are left out; the preview shows what stays. An empty page shows its
        built-in text.
      </p>
    </section>
  )
}
