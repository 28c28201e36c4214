import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.server.ts'

describe('a post', () => {
  it('is written in Markdown', async () => {
    expect(await renderMarkdown('# Rice\n\nBuy *together*, [here](/group-buys).')).toBe(
      '<h2>Rice</h2>\n<p>Buy <em>together</em>, <a href="/group-buys">here</a>.</p>\n',
    )
  })
  it('has lazy pictures, and links without referrer', async () => {
    expect(await renderMarkdown('![A sack](/basins/rice.svg)')).toContain(
      '<img src="/basins/rice.svg" alt="A sack" loading="lazy" decoding="async" />',
    )
    expect(await renderMarkdown('<https://example.com>')).toContain('rel="noopener nofollow"')
  })
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](//evil.example/x.png)',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="https://x.example" onclick="alert(1)">x</a>',
    '[x](vbscript:alert(1))',
    '```"><script>alert(1)</script>\nx\n```',
  ])('neutralises %s', async (markdown) => {
    // Only text remains: no tag, attribute or URL that a browser would act on.
    const html = await renderMarkdown(markdown)
    expect(html).not.toMatch(/<(script|iframe|svg|object)/i)
    expect(html).not.toMatch(/<[^>]+\son\w+=/i)
    expect(html).not.toMatch(/<[^>]+(href|src)="(?!https:|\/(?!\/)|mailto:|tel:)/i)
  })
})
