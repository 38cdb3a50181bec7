import { getArticle } from '../articles.functions.ts'

/** Where a page that navigates in place loads an article from: path and query. */
export async function articleDataAddress(id: string): Promise<string> {
  const address = Promise.withResolvers<string>()
  const fetch = async (url: string | URL | Request) => {
    address.resolve(String(url))
    return Response.error()
  }
  getArticle({ data: { id }, fetch }).catch(address.reject)
  return address.promise
}
