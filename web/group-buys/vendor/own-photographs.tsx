import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { PhotoField } from '#web/files/pictures/photo-field.tsx'
import { type FormResult, formValues, keepInputOffline, openForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice, writeOutcome } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { lotPhotoPaths, lotPhotoValues } from '../photographs/lot-photos.ts'
import { mayPhotograph, readPhotographedBuy, savePhotographs } from '../photographs/queries.ts'
import { readOwnVendorId } from '../queries.ts'
import type { Route } from './+types/own-photographs.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [buy, isOpen, shopId] = await Promise.all([
    readPhotographedBuy(api, params.id),
    mayPhotograph(api, params.id),
    readOwnVendorId(api, context.get(viewerContext).userId),
  ])
  // The vendor also sees what a closed buy had.
  if (!buy || !(isOpen || buy.vendor_id === shopId)) throw data(null, 404)
  const done = url.searchParams.get('done')
  return {
    buy,
    isOpen,
    back: url.pathname.startsWith('/vendor/') ? `/vendor/products/buys/${buy.id}` : '/packing',
    isSaved: done === 'saved',
    isUnsaved: done === 'without',
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const submitted = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, submitted)
  const form = openForm(submitted, readValues)
  if (fault) return reject(form, { errors: { photos: fault } })
  const saved = await savePhotographs(api, params.id, lotPhotoPaths(submitted))
  const outcome = writeOutcome(saved, { done: '', failed: 'The photographs could not be saved.' })
  return outcome.ok ? redirect(`${url.pathname}?done=saved`) : reject(form, outcome)
}

const readValues = (form: FormData) => ({ ...formValues(form), ...lotPhotoValues(form) })

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues })

export const shouldRevalidate = revalidateUnlessOffline

/** The photographs of one buy for its shop: added, described, put in order and removed while the buy is open. */
export default function OwnPhotographs({ loaderData, actionData }: Route.ComponentProps) {
  const { buy, isOpen, back, isSaved, isUnsaved } = loaderData
  const hidden = buy.photographs.filter(({ hidden_at }) => hidden_at !== null)
  const shown = buy.photographs.filter(({ hidden_at }) => hidden_at === null)
  return (
    <>
      <PageHeading lead={buy.product_name}>Photographs of the lot</PageHeading>
      <OutcomeNotice outcome={actionData ?? (isSaved ? { ok: true, text: 'The photographs are saved.' } : null)} />
      {isUnsaved && !actionData && (
        <Notice tone="error" className="mb-5 max-w-measure">
          The group buy is saved, but its photographs are not. Add them here.
        </Notice>
      )}
      <p className="mb-5 max-w-measure">
        {isOpen
          ? 'Photograph the goods that people get in this group buy. They see the pictures beside the drawing.'
          : 'The group buy is closed: its photographs stay as buyers saw them.'}
      </p>
      {isOpen ? (
        <PhotographsForm key={shown.map(({ id }) => id).join()} photographs={shown} result={actionData} back={back} />
      ) : (
        <ul className="flex flex-wrap gap-3">
          {shown.map(({ id, url, caption }) => (
            <li key={id} className="w-28 text-14">
              <Picture src={url} alt={caption} width={112} height={112} className="size-28 rounded-field bg-kraft" />
              {caption}
            </li>
          ))}
        </ul>
      )}
      {hidden.length > 0 && (
        <ul aria-label="Hidden photographs" className="mt-6 grid gap-3">
          {hidden.map(({ id, url, caption, hide_reason }) => (
            <li key={id} className="flex items-center gap-4">
              <Picture src={url} alt={caption} width={112} height={112} className="size-28 rounded-field bg-kraft" />
              <p className="break-words">
                <Badge tone="urgent">Hidden by our staff</Badge> {hide_reason}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!isOpen && (
        <p className="mt-5">
          <Link to={back} className="text-link">
            Back
          </Link>
        </p>
      )}
    </>
  )
}

interface PhotographsFormProps {
  photographs: readonly { id: string; url: string; caption: string }[]
  result: FormResult | undefined
  back: string
}

function PhotographsForm({ photographs, result, back }: PhotographsFormProps) {
  const busy = useNavigation().state === 'submitting'
  const { form, values, errors } = useFormFields(result)
  const lines = (text = '') => text.split('\n')
  const photos = values ? lines(values.photos).filter(Boolean) : photographs.map(({ url }) => url)
  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid max-w-[720px] gap-5">
      <PhotoField
        key={photos.join(' ')}
        photos={photos}
        seen={values ? lines(values.photos_seen).filter(Boolean) : photos}
        captions={values ? lines(values.photo_captions) : photographs.map(({ caption }) => caption)}
        error={errors.photos}
        several
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel="Saving">
          Save photographs
        </Button>
        <LinkButton to={back} tone="quiet">
          Back
        </LinkButton>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Photographs: ${loaderData?.buy.product_name ?? 'group buy'}`, 'Photographs of the goods of one group buy.')
