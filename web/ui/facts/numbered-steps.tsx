import { cx } from '../cx.ts'

interface NumberedStepsProps {
  steps: readonly { title: string; text: string }[]
  /** Shows the steps side by side from 700 px, three in a row. */
  abreast?: boolean
}

/** Numbered steps under an h2. */
export function NumberedSteps({ steps, abreast = false }: NumberedStepsProps) {
  return (
    <ol className={cx('grid', abreast ? 'gap-6 md:grid-cols-3 md:gap-8' : 'gap-4')}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={cx('flex gap-4', abreast && 'md:block')}>
          <span
            aria-hidden
            className="grid size-11 shrink-0 place-items-center rounded-chip bg-oil text-22 font-extrabold text-on-oil"
          >
            {index + 1}
          </span>
          <div className={cx(abreast && 'md:mt-3')}>
            <h3 className="text-18">{title}</h3>
            <p className="max-w-measure">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
