import { apiContext, viewerContext } from '#web/context.ts'
import { PHOTO_FILE } from '#web/ui/picture-field.tsx'
import type { Route } from './+types/upload-picture.ts'
import { keepPicture } from './keep-pictures.ts'

/** Takes one photograph ahead of its form, for screens with scripts: `{ address }`, or `{ fault }` in words. Sent twice, it is kept once. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const file = (await request.formData()).get(PHOTO_FILE)
  if (!(file instanceof File)) return new Response('Send a form with a photo.', { status: 400 })
  const kept = await keepPicture({ api: context.get(apiContext), userId: context.get(viewerContext).userId }, file)
  return Response.json(kept, { status: 'fault' in kept ? kept.status : 200 })
}
