import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minify, type Plugin } from 'vite'
import { packAssets } from './scripts/pack-assets.mjs'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), lingui({ failOnCompileError: true }), serverLinks(), minified(), packed()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // What every page needs comes in two files, what pages of the market share in a third: on a slow connection every further file
            // costs a round trip. What only desks need is apart.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|zustand|@lingui)\//,
                },
                {
                  name: 'shell',
                  test: /\/web\/(ui\/(?!confirm-form|filter-form|form-fields|password-field|picture-field|progress|proof-fields|radio-choice|shrink-photo|numbered-steps|place-facts|where-it-goes|sheet-of-paper|table)|layouts|fetch-module|titled|shell|offline|kept-codes|session\/token-subject|cart\/store|theme\/.*\.tsx?$)|\/domain\/(money|calendar|date-text|brand|limits|assert|accounts\/role|texts\/errors)|\/node_modules\/lucide-react\//,
                  minShareCount: 2,
                },
                {
                  name: 'market',
                  test: /\/web\/(adverts|deals|group-buys|products)\/[\w-]+\.tsx?$|\/domain\/(adverts|catalogue|clocks|group-buys|products|orders\/states|texts\/order-refusals)/,
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Whole, it brings 50 languages of messages along; bundled, what is used.
      resolve: { noExternal: ['zod'] },
      build: {
        // The whole server is one bundle: if pages and start.ts were bundled separately, createContext() would exist twice.
        rollupOptions: { input: './start.ts' },
      },
    },
  },
})

/** On the server, pages get their links from web/ui/server-links.tsx; browsers get the router's own. */
function serverLinks(): Plugin {
  const links = fileURLToPath(new URL('web/ui/server-links.tsx', import.meta.url))
  const web = fileURLToPath(new URL('web/', import.meta.url))
  return {
    name: 'server-links',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId(source, importer) {
      const isPage = importer?.startsWith(web) && /\.tsx(\?|$)/.test(importer) && !importer.startsWith(links)
      return source === 'react-router' && isPage ? links : null
    },
  }
}

/** Vite passes a script that is no module through as it is written. */
function minified(): Plugin {
  return {
    name: 'minified',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !/quiet-[\w-]+\.js$/.test(file.fileName)) continue
        file.source = (await minify(file.fileName, String(file.source))).code
      }
    },
  }
}

/** What browsers get is compressed while the server's part is built, on threads that would rest. */
function packed(): Plugin {
  let packing: Promise<void> | undefined
  return {
    name: 'packed',
    apply: 'build',
    sharedDuringBuild: true,
    async writeBundle({ dir }) {
      if (this.environment.name === 'client' && dir !== undefined) packing = packAssets(dir)
      else await packing
    },
  }
}
