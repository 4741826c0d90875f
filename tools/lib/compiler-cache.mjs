// What compilers have made before, for any clone: ccache, beside the toolchain. Without ccache all is compiled.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './paths.mjs';
import { which } from './run.mjs';

/**
 * Where clang's builds see their clone, whatever its path is: its precompiled headers name the files they are made
 * from, so they serve another clone only if that has the same path.
 */
export const place = '/tmp/posenc';

export const cacheFolder = join(cache, 'ccache');

/** ccache's settings for a build that sees its clone in a folder. @param {string} base */
export function cacheSettings(base) {
  mkdirSync(cacheFolder, { recursive: true });
  return {
    CCACHE_DIR: cacheFolder,
    CCACHE_MAXSIZE: '2G',
    CCACHE_BASEDIR: base,
    CCACHE_NOHASHDIR: 'true',
    // A precompiled header, of 140 MB, is read once and not for each object made with it.
    CCACHE_INODECACHE: 'true',
    // What a file includes is read from what the compiler writes beside the object: it is not started for that as well.
    CCACHE_DEPEND: 'true',
    // Precompiled headers are compared by what is in them.
    CCACHE_SLOPPINESS: 'pch_defines,time_macros,include_file_mtime,include_file_ctime',
  };
}

/** What Emscripten has linked before. */
export const linkFolder = join(cache, 'links');

export const hasCcache = () => which('ccache') !== null;

/** How a command of the host is started so that it sees this clone at `place`. @param {string} command @param {string[]} args @returns {[string, string[]]} */
export function atSharedPath(command, args) {
  if (which('bwrap') === null) return [command, args];
  const view = ['--dev-bind', '/', '/', '--tmpfs', '/tmp', '--bind', cache, cache];
  const here = ['--bind', root, place, '--chdir', place, '--die-with-parent'];
  return ['bwrap', [...view, ...here, command, ...args]];
}
