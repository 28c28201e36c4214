import { Form } from 'react-router'
import { link } from '#domain/forms/addresses.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { readDraft } from '#web/content/draft.ts'
import { PreviewButton, SideBySide } from '#web/content/editor/side-by-side.tsx'
import { useTyped } from '#web/content/editor/typed-values.ts'
import { overlapWarnings, typedMoment } from '#web/content/editor/warnings.ts'
import { PictureField } from '#web/files/pictures/picture-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { AdvertBanner } from '../advert-banner.tsx'
import { advertPlace, advertRun, pageOptions, positionOptions } from './advert-texts.ts'
import type { Advert, AdvertAhead } from './queries.ts'

interface AdvertFormProps {
  id: string
  advert: Advert | null
  others: readonly AdvertAhead[]
  /** The place of a new advert. */
  place: { page: string; position: string }
  result: FormResult | undefined
  pictures: readonly string[]
}

/** The form for an advert: its content, position and period, beside the banner as the shop shows it. */
export function AdvertForm(props: AdvertFormProps) {
  const { id, advert, others, place, result } = props
  const fields = useFormFields(result)
  const first = fields.values ?? (advert ? advertValues(advert) : place)
  const { typed, isChanged } = useTyped(fields.form, { first, read: readDraft })
  const run = {
    id,
    title: typed.title ?? '',
    place: advertPlace({ page: typed.page ?? '', position: typed.position ?? '' }),
    from: typedMoment(typed.start_date),
    to: typedMoment(typed.end_date),
  }
  const hasPeriod = run.from !== null && run.to !== null && run.from < run.to
  return (
    <SideBySide
      isChanged={isChanged || fields.values !== null}
      warnings={hasPeriod ? overlapWarnings(run, others.map(advertRun)) : []}
      preview={<AdvertPreview id={id} typed={typed} />}
    >
      <Fields {...props} fields={fields} />
    </SideBySide>
  )
}

function AdvertPreview({ id, typed }: { id: string; typed: FormValues }) {
  const read = link({ label: 'Link' })(typed.link_url)
  return (
    <AdvertBanner
      advert={{
        id,
        position: typed.position ?? '',
        title: typed.title?.trim() || 'Your words',
        image_url: typed.image_url || null,
        // A link that is not complete yet would not be a link of the shop.
        link_url: 'value' in read ? read.value : null,
      }}
    />
  )
}

interface AdvertFieldsProps extends AdvertFormProps {
  fields: ReturnType<typeof useFormFields>
}

function Fields({ id, advert, place, pictures, fields: { form, field, errors, values } }: AdvertFieldsProps) {
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
      <input type="hidden" name="id" value={id} />
      {advert && <VersionField values={values} row={advertValues(advert)} />}
      <TextField label="Title" {...field('title', advert?.title)} required maxLength={120} />
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField label="Page" {...field('page', advert?.page ?? place.page)} required options={pageOptions} />
        <SelectField
          label="Position"
          {...field('position', advert?.position ?? place.position)}
          required
          options={positionOptions}
        />
        <TextField
          label="From"
          type="datetime-local"
          {...field('start_date', lagosFieldValue(advert?.start_date))}
          required
          hint="Lagos time"
        />
        <TextField
          label="To"
          type="datetime-local"
          {...field('end_date', lagosFieldValue(advert?.end_date))}
          required
          hint="Lagos time"
        />
      </div>
      <TextField
        label="Link"
        {...field('link_url', advert?.link_url)}
        required={false}
        hint="Where it leads: /group-buys, or https://…"
      />
      <PictureField
        label="Picture"
        value={values ? values.image_url : advert?.image_url}
        error={errors.image_url}
        pictures={pictures}
      />
      <PreviewButton />
      <FormButtons back="/content/adverts">{advert ? 'Save changes' : 'Create ad'}</FormButtons>
    </Form>
  )
}

/** An advert's values, as the form's fields take them. */
export function advertValues(advert: Advert): FormValues {
  return {
    title: advert.title,
    page: advert.page,
    position: advert.position,
    start_date: lagosFieldValue(advert.start_date),
    end_date: lagosFieldValue(advert.end_date),
    link_url: advert.link_url ?? '',
    image_url: advert.image_url ?? '',
  }
}
