import { apiContext, viewerContext } from '#web/context.ts'
import { PHOTO_FILE } from '#web/ui/fields/picture-field.tsx'
import type { Route } from './+types/upload-picture.ts'
import { storePicture } from './store-pictures.ts'

/**
 * Stores a photo uploaded by script before its form is submitted. Returns `{ address }`, or `{ fault }` as text.
 * Idempotent.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const file = (await request.formData()).get(PHOTO_FILE)
  if (!(file instanceof File)) return new Response('Send a form with a photo.', { status: 400 })
  const stored = await storePicture({ api: context.get(apiContext), userId: context.get(viewerContext).userId }, file)
  return Response.json(stored, { status: 'fault' in stored ? stored.status : 200 })
}
