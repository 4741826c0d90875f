import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['build/', '**/*.d.ts'] },
  js.configs.recommended,
  {
    files: ['web/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ['web/tsconfig.json', 'web/src/worker/tsconfig.json'] },
    },
  },
  {
    files: ['tools/**/*.mjs', 'tests/**/*.mjs'],
    // tsc checks the names, with the types of Node and, in the browser tests, of the page.
    rules: { 'no-undef': 'off' },
  },
);
