import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: {
        // The whole server is one bundle: with the pages bundled apart from start.ts, createContext() would exist twice.
        rollupOptions: { input: './start.ts' },
      },
    },
  },
})
