/** The name over the search page. */
export function SearchHeading() {
  return <h1 className="headline mt-6 mb-5 border-t border-ink pt-3 text-38 md:text-48">Search</h1>
}
