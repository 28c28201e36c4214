import { useLingui } from '@lingui/react'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { CSSProperties } from 'react'
import { brand } from '#domain/brand/brand.ts'
import { hero } from '#domain/limits.ts'
import { useShell } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { useCarousel } from './carousel.ts'
import { slides } from './slides.ts'
import './home.css'

/** The hero of the home page: four slides that cross-fade. */
export function Hero() {
  const { i18n } = useLingui()
  const carousel = useCarousel({ slides: slides.length, rotationMs: hero.rotationMs })
  const { shown, rotates } = carousel
  const { savesData } = useShell()
  const style = { '--ground': slides[shown]?.ground, '--fade': `${hero.fadeMs}ms` } as CSSProperties
  return (
    <section
      aria-roledescription={i18n.t('carousel')}
      aria-label={i18n.t('What {brand} is', { brand: brand.name })}
      className="hero"
      style={style}
      {...carousel.watch}
    >
      <div className="hero-inner">
        <div className="hero-words">
          <h1 className="text-28 md:text-36">{i18n.t(brand.tagline)}</h1>
          <div className="hero-texts" aria-live={rotates ? 'off' : 'polite'}>
            {slides.map(({ title, text }, index) => (
              // biome-ignore lint/a11y/useSemanticElements: in the ARIA pattern a carousel's slide is a group; a fieldset is for forms.
              <div
                key={title}
                role="group"
                aria-roledescription={i18n.t('slide')}
                aria-label={i18n.t('{number} of {count}', { number: index + 1, count: slides.length })}
                aria-hidden={index !== shown}
                className={cx('hero-slide', index === shown && 'hero-shown')}
              >
                <p className="font-bold md:text-22">{i18n.t(title)}</p>
                <p className="mt-1 max-md:text-14">{i18n.t(text)}</p>
              </div>
            ))}
          </div>
          {/* Not on a phone, where the group buys are directly below. */}
          <div className="flex flex-wrap gap-3 max-md:hidden">
            <LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>
            <LinkButton to="/products" tone="plain">
              {i18n.t('Browse Deals')}
            </LinkButton>
          </div>
          <Dots {...carousel} />
        </div>
        {/* After the text in the source, which pushes it down on a phone: a page may be painted before it is
            complete. */}
        <div className="hero-pictures" aria-hidden>
          {(savesData ? [] : slides).map(({ picture }, index) => (
            <img
              key={picture}
              src={picture}
              alt=""
              width={640}
              height={480}
              fetchPriority={index === 0 ? 'high' : 'low'}
              className={cx('hero-slide', index === shown && 'hero-shown')}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

type DotsProps = Pick<ReturnType<typeof useCarousel>, 'shown' | 'show' | 'paused' | 'setPaused' | 'still'>

/** One dot per slide, and the pause button. Rendered after hydration, with their space reserved. */
function Dots({ shown, show, paused, setPaused, still }: DotsProps) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  return (
    <div className={cx('hero-dots', !hydrated && 'invisible')}>
      {slides.map(({ title }, index) => (
        <button
          key={title}
          type="button"
          className="hero-dot"
          aria-label={i18n.t('Slide {number}: {title}', { number: index + 1, title: i18n.t(title) })}
          aria-current={index === shown ? 'true' : undefined}
          onClick={() => show(index)}
        />
      ))}
      {!still && (
        <button
          type="button"
          className="hero-pause"
          aria-label={paused ? i18n.t('Play the slides') : i18n.t('Pause the slides')}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <Play aria-hidden size={18} /> : <Pause aria-hidden size={18} />}
        </button>
      )}
    </div>
  )
}
