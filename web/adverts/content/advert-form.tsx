import { Form } from 'react-router'
import type { FormValues } from '#domain/forms/edits.ts'
import type { FormResult } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { PictureField } from '#web/ui/fields/picture-field.tsx'
import { pageOptions, positionOptions } from './advert-texts.ts'
import type { Advert } from './queries.ts'

interface AdvertFormProps {
  id: string
  advert: Advert | null
  result: FormResult | undefined
  pictures: readonly string[]
}

/** The form for an advert: its content, position and period. */
export function AdvertForm({ id, advert, result, pictures }: AdvertFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
      <input type="hidden" name="id" value={id} />
      {advert && <VersionField values={values} row={advertValues(advert)} />}
      <TextField label="Title" {...field('title', advert?.title)} required maxLength={120} />
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField label="Page" {...field('page', advert?.page ?? 'products')} required options={pageOptions} />
        <SelectField
          label="Position"
          {...field('position', advert?.position ?? 'top')}
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
