import { refusalTexts } from '#domain/texts/refusals.ts'

/** A PDF to keep, or the sentence that says to come back. */
export function pdfAnswer(drawn: { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }, name: string) {
  const kept = { 'cache-control': 'private, no-store' }
  if ('bytes' in drawn) {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` }
    return new Response(drawn.bytes, { headers: { ...headers, ...kept } })
  }
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(drawn.retryAfterSeconds) }
  return new Response(refusalTexts.too_many_requests, { status: 429, headers: { ...headers, ...kept } })
}
