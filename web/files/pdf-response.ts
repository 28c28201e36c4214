import { callRefusals } from '#domain/refusals/call-refusals.ts'

/** Responds with the PDF as a download, or with 429 and `Retry-After`. */
export function pdfResponse(drawn: { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }, name: string) {
  const caching = { 'cache-control': 'private, no-store' }
  if ('bytes' in drawn) {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` }
    return new Response(drawn.bytes, { headers: { ...headers, ...caching } })
  }
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(drawn.retryAfterSeconds) }
  return new Response(callRefusals.too_many.too_many_requests, { status: 429, headers: { ...headers, ...caching } })
}
