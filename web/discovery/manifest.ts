import { brand } from '#domain/brand/brand.ts'

/** `/manifest.webmanifest`: name and icons for the phone's home screen. The app keeps the browser's back button. */
export function loader() {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    lang: 'en-NG',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbf7ee',
    theme_color: '#ffffff',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
