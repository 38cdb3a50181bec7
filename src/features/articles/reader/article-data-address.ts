import { getArticle } from '../articles.functions.ts'

/** The offline cache stores the data by this URL. A separate chunk, for readers with a reading list. */
export async function articleDataAddress(id: string): Promise<string> {
  const called = Promise.withResolvers<string>()
  const fetch = async (url: string | URL | Request) => {
    called.resolve(String(url))
    return Response.error()
  }
  getArticle({ data: { id }, fetch }).catch(called.reject)
  return called.promise
}
