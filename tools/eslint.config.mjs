import { dirname } from 'node:path';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['build/', '**/*.d.ts'] },
  js.configs.recommended,
  {
    files: ['web/src/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    // Lit calls the handlers of a template with the element as `this`.
    rules: { '@typescript-eslint/unbound-method': 'off' },
    languageOptions: {
      parserOptions: {
        project: [
          'web',
          'web/src/worker',
          'web/src/core',
          'web/src/offline',
          'web/src/sandbox',
        ].map((folder) => `${folder}/tsconfig.json`),
        tsconfigRootDir: dirname(import.meta.dirname),
      },
    },
  },
  {
    files: ['tools/**/*.mjs', 'tests/**/*.mjs', 'web/public/*.js'],
    // tsc checks the names, with the types of Node and, in the browser tests, of the page.
    rules: {
      'no-undef': 'off',
      // A fixture of Playwright Test that needs no other.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
);
