import { getArticle } from '../articles.functions.ts'

/** For the offline cache. */
export async function articleDataAddress(id: string): Promise<string> {
  const called = Promise.withResolvers<string>()
  const fetch = async (url: string | URL | Request) => {
    called.resolve(String(url))
    return Response.error()
  }
  getArticle({ data: { id }, fetch }).catch(called.reject)
  return called.promise
}
