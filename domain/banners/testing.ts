import type { Banner } from './banner.ts'

/** A banner for everyone, of which a test names what it needs. */
export function testBanner(facts: Partial<Banner> & Pick<Banner, 'starts_at' | 'shown_until'>): Banner {
  return {
    id: 'a',
    title: 'The road is flooded',
    title_pcm: null,
    title_ha: null,
    title_yo: null,
    title_ig: null,
    link_path: null,
    tone: 'information',
    audience: 'everyone',
    state: null,
    ...facts,
  }
}
