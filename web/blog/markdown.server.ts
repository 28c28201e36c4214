import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Renders a post's Markdown as HTML. HTML in the text remains text, and the renderer's output is sanitized again. */
export function renderMarkdown(markdown: string): string {
  return sanitizeHtml(renderer.render(markdown), ALLOWED)
}

const renderer = new MarkdownIt({ html: false, linkify: true, typographer: true, breaks: false })

const PICTURE_SIZE = { loading: 'lazy', decoding: 'async' }

const ALLOWED: sanitizeHtml.IOptions = {
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
