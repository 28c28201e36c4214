import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** The HTML of a post's Markdown. HTML in the text stays text, and what the renderer makes is filtered once more. */
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
    // The page's one h1 is the title of the post.
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https:/i.test(attribs.href ?? '') ? { ...attribs, rel: 'noopener nofollow' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...PICTURE_SIZE } }),
  },
}
