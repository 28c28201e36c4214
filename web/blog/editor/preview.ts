import { renderMarkdown } from '../markdown.server.ts'
import type { Route } from './+types/preview.ts'

/** The HTML of the text that is being written; nothing is saved. */
export async function action({ request }: Route.ActionArgs) {
  const content = (await request.formData()).get('content')
  return Response.json({ html: await renderMarkdown(typeof content === 'string' ? content : '') })
}
