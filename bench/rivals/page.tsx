import { createServer } from 'node:http'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { serveRival } from './process.ts'

/** The size of the page that the product sends. */
interface PageJob {
  elements: number
  bytes: number
}

/** React alone: a page of the given number of elements and bytes, rendered for each request from data in memory. */
serveRival(({ elements, bytes }: PageJob) => {
  const products = Array.from({ length: 12 }, (_, number) => ({
    id: number,
    name: `Ofada rice ${number}`,
    naira: 80_000,
  }))
  const draw = (links: number, padding: string) =>
    `<!DOCTYPE html>${renderToString(<Page products={products} links={links} padding={padding} />)}`
  const links = Math.max(0, elements - countElements(draw(0, '')))
  const padding = 'x'.repeat(Math.max(0, bytes - Buffer.byteLength(draw(links, ''))))
  return createServer((_, response) => {
    const html = draw(links, padding)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
})

interface ListedProduct {
  id: number
  name: string
  naira: number
}

function Page({ products, links, padding }: { products: ListedProduct[]; links: number; padding: string }) {
  return (
    <html lang="en">
      <head>
        <title>Products</title>
      </head>
      <body className="flex min-h-dvh flex-col">
        <main className="mx-auto grid max-w-page gap-4 px-4">
          {products.map((product) => (
            <Card key={product.id} product={product} />
          ))}
        </main>
        <footer className="bar">
          {Array.from({ length: links }, (_, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
            <Link key={number} to={`/page/${number}`}>
              A page of the market
            </Link>
          ))}
        </footer>
        {/* The serialised data of a page for its scripts. */}
        <script type="application/json">{padding}</script>
      </body>
    </html>
  )
}

function Card({ product }: { product: ListedProduct }) {
  return (
    <article className="card flex flex-col gap-2 rounded-card p-4">
      <img src={`/pictures/${product.id}.webp`} alt="" width={320} height={240} loading="lazy" />
      <h2 className="text-lg font-semibold">
        <Link to={`/products/${product.id}`}>{product.name}</Link>
      </h2>
      <p className="text-ink-soft">Short grain from Ogun, sorted and free of stones.</p>
      <Price naira={product.naira} />
      <div className="mt-auto flex gap-2">
        <span className="badge">Mile 12</span>
        <span className="badge">Lagos</span>
        <Link to={`/products/${product.id}/buy`}>Buy</Link>
      </div>
    </article>
  )
}

function Price({ naira }: { naira: number }) {
  return (
    <p className="tabular-nums">
      <span className="amount">₦{naira.toLocaleString('en-NG')}</span> <span>a bag</span>
    </p>
  )
}

function Link({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="bar-link" href={to}>
      {children}
    </a>
  )
}

function countElements(html: string): number {
  return html.match(/<[a-z]/g)?.length ?? 0
}
