import { createHash } from 'node:crypto'

interface Page {
  html: string
  policy: string
}

/**
 * Makes a page shareable: in place of the nonce, which is for a single response, the policy lists the hashes of exactly
 * those inline scripts and styles that carried it. Injected scripts have no nonce, so they get no hash either. A page
 * without a nonce is unchanged.
 */
export function withHashes({ html, policy }: Page): Page {
  const nonce = /'nonce-([\w+/=-]+)'/.exec(policy)?.[1]
  if (!nonce) return { html, policy }
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const mark = ` nonce="${nonce}"`
  const inline = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g
  for (const [, tag, attributes = '', text = ''] of html.matchAll(inline)) {
    if (attributes.includes(mark) && text !== '') hashes[tag as 'script' | 'style'].add(hashOf(text))
  }
  const directives = policy.split(';').map((part) => {
    const kind = /^\s*(script|style)-src\s/.exec(part)?.[1] as 'script' | 'style' | undefined
    return part.replace(` 'nonce-${nonce}'`, kind ? [...hashes[kind]].map((hash) => ` '${hash}'`).join('') : '')
  })
  return { html: html.replaceAll(mark, ''), policy: directives.join(';') }
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
