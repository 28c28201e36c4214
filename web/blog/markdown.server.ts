import type { IOptions } from 'sanitize-html'

/** Renders a post's Markdown as HTML. Escapes HTML in the text and sanitizes the output. */
export async function renderMarkdown(markdown: string): Promise<string> {
  opening ??= open()
  const { renderer, sanitizeHtml } = await opening
  return sanitizeHtml(renderer.render(markdown), ALLOWED)
}

let opening: ReturnType<typeof open> | undefined

/** Loaded with the first post, because the parsers need much memory. */
async function open() {
  const [{ default: MarkdownIt }, { default: sanitizeHtml }] = await Promise.all([
    import('markdown-it'),
    import('sanitize-html'),
  ])
  return { renderer: new MarkdownIt({ html: false, linkify: true, typographer: true, breaks: false }), sanitizeHtml }
}

const PICTURE_SIZE = { loading: 'lazy', decoding: 'async' }

const ALLOWED: IOptions = {
  allowedTags: 'h2 h3 h4 p ul ol li blockquote pre code strong em s a img hr br table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    // The page's only h1 is the post's title.
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https:/i.test(attribs.href ?? '') ? { ...attribs, rel: 'noopener nofollow' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...PICTURE_SIZE } }),
  },
}
