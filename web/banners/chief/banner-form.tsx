import { Form } from 'react-router'
import {
  BANNER_AUDIENCES,
  BANNER_TONES,
  type Banner,
  bannerOverlaps,
  bannerPhase,
  MAX_TITLE_LENGTH,
  TRANSLATED_TITLES,
} from '#domain/banners/banner.ts'
import { pageOfMarket, titleLabels } from '#domain/banners/banner-draft.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { readDraft } from '#web/content/draft.ts'
import { PreviewButton, SideBySide } from '#web/content/editor/side-by-side.tsx'
import { useTyped } from '#web/content/editor/typed-values.ts'
import { typedMoment } from '#web/content/editor/warnings.ts'
import type { FormResult } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { audienceLabels, bannerOverlapTexts, languageName, toneLabels, translatedInto } from './banner-texts.ts'
import type { BannerRow } from './queries.ts'

interface BannerFormProps {
  id: string
  banner: BannerRow | null
  /** A past banner to begin with. */
  model: BannerRow | null
  others: readonly BannerRow[]
  now: number
  result: FormResult | undefined
}

/** The form for a banner beside its preview, and a warning about others at that time. */
export function BannerForm({ id, banner, model, others, now, result }: BannerFormProps) {
  const fields = useFormFields(result)
  const stored = banner ? bannerValues(banner) : firstValues(model, now)
  const { typed, isChanged } = useTyped(fields.form, { first: fields.values ?? stored, read: readDraft })
  const drawn = typedBanner(typed, { id, begun: beginsAt(banner, typed, now) })
  return (
    <SideBySide
      isChanged={isChanged || fields.values !== null}
      warnings={bannerOverlapTexts(bannerOverlaps(drawn, others), drawn)}
      preview={<Previews banner={drawn} />}
    >
      <Fields banner={banner} id={id} stored={stored} now={now} fields={fields} />
    </SideBySide>
  )
}

function Previews({ banner }: { banner: Banner }) {
  return (
    <div className="grid gap-4">
      <BannerPreview banner={banner} />
      {translatedInto(banner).map((language) => (
        <div key={language}>
          <h3 className="mb-1 text-16 font-semibold">{languageName(language)}</h3>
          <BannerPreview banner={banner} language={language} />
        </div>
      ))}
    </div>
  )
}

interface BannerFieldsProps {
  id: string
  banner: BannerRow | null
  stored: FormValues
  now: number
  fields: ReturnType<typeof useFormFields>
}

function Fields({ id, banner, stored, now, fields: { form, field, values } }: BannerFieldsProps) {
  const isShown = banner !== null && bannerPhase(banner, now) === 'now'
  const shown = values ?? stored
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
      <input type="hidden" name="id" value={id} />
      {banner && <VersionField values={values} row={stored} />}
      <TextArea
        label={titleLabels.title}
        {...field('title', stored.title)}
        rows={3}
        required
        maxLength={MAX_TITLE_LENGTH}
        hint={`One line of at most ${MAX_TITLE_LENGTH} characters, without phone numbers and e-mail addresses.`}
      />
      <TextField
        label="Page it leads to"
        {...field('link_path', stored.link_path)}
        required={false}
        maxLength={300}
        hint="A page of the market, such as /group-buys"
      />
      <RadioChoice
        legend="Tone"
        name="tone"
        chosen={shown.tone ?? 'information'}
        options={BANNER_TONES.map((tone) => ({ value: tone, label: toneLabels[tone] }))}
      />
      <RadioChoice
        legend="For"
        name="audience"
        chosen={shown.audience ?? 'everyone'}
        options={BANNER_AUDIENCES.map((audience) => ({ value: audience, label: audienceLabels[audience] }))}
      />
      <SelectField
        label="State"
        {...field('state', stored.state)}
        hint="Counts only for people in one state."
        options={[{ value: '', label: 'None' }, ...NIGERIAN_STATES.map((state) => ({ value: state, label: state }))]}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="From"
          type="datetime-local"
          {...field('starts_at', stored.starts_at)}
          required
          readOnly={isShown}
          hint={isShown ? 'Lagos time. It is shown already.' : 'Lagos time. A past time means now.'}
        />
        <TextField
          label="Until"
          type="datetime-local"
          {...field('ends_at', stored.ends_at)}
          required
          hint="Lagos time, at most 60 days later"
        />
      </div>
      <details open={Object.values(TRANSLATED_TITLES).some((column) => shown[column])}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline underline-offset-4">
          In other languages
        </summary>
        <div className="grid gap-5 pt-2">
          {Object.values(TRANSLATED_TITLES).map((column) => (
            <TextArea
              key={column}
              label={titleLabels[column]}
              {...field(column, stored[column])}
              rows={2}
              required={false}
              maxLength={MAX_TITLE_LENGTH}
            />
          ))}
        </div>
      </details>
      <PreviewButton />
      <FormButtons back="/chief/banners">{banner ? 'Save changes' : 'Save banner'}</FormButtons>
    </Form>
  )
}

/** A banner's values, as the form's fields take them. */
export function bannerValues(banner: BannerRow): FormValues {
  return {
    ...wordValues(banner),
    starts_at: lagosFieldValue(banner.starts_at),
    ends_at: lagosFieldValue(banner.ends_at),
  }
}

const wordValues = (banner: BannerRow): FormValues => ({
  title: banner.title,
  title_pcm: banner.title_pcm ?? '',
  title_ha: banner.title_ha ?? '',
  title_yo: banner.title_yo ?? '',
  title_ig: banner.title_ig ?? '',
  link_path: banner.link_path ?? '',
  tone: banner.tone,
  audience: banner.audience,
  state: banner.state ?? '',
})

/** A new banner is shown at once, for a day. */
const firstValues = (model: BannerRow | null, now: number): FormValues => ({
  ...(model && wordValues(model)),
  starts_at: lagosFieldValue(new Date(now).toISOString()),
  ends_at: lagosFieldValue(new Date(now + DAY_MS).toISOString()),
})

/** As the guard does it: one that is shown keeps its start, and a past start means now. */
function beginsAt(banner: BannerRow | null, typed: FormValues, now: number): string {
  if (banner && bannerPhase(banner, now) === 'now') return banner.starts_at
  const start = typedMoment(typed.starts_at)
  return start === null ? '' : new Date(Math.max(Date.parse(start), now)).toISOString()
}

/** The typed values as a banner, for its preview: the checks are left to the server. */
function typedBanner(typed: FormValues, { id, begun }: { id: string; begun: string }): Banner {
  const page = pageOfMarket(typed.link_path)
  return {
    id,
    title: typed.title?.trim() || 'Your words',
    title_pcm: typed.title_pcm?.trim() || null,
    title_ha: typed.title_ha?.trim() || null,
    title_yo: typed.title_yo?.trim() || null,
    title_ig: typed.title_ig?.trim() || null,
    link_path: 'value' in page ? page.value : null,
    tone: BANNER_TONES.find((tone) => tone === typed.tone) ?? 'information',
    audience: BANNER_AUDIENCES.find((audience) => audience === typed.audience) ?? 'everyone',
    state: typed.state || null,
    starts_at: begun,
    shown_until: typedMoment(typed.ends_at) ?? '',
  }
}
