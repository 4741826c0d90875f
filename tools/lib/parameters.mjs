// What the functions of the core take, from their declarations in web/src/core/api.ts, for the package to check.
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/**
 * A kind of values: simple ones by name, with | between alternatives; of the elements of an array; or of the members of
 * an object, `*` for any name, and those that may be left out end with `?`.
 * @typedef {string | unknown[] | {[name: string]: unknown}} Kind
 */

const entry = join(root, 'web/src/core/api.ts');

/** The kinds of the parameters of each function, by their names. @returns {Record<string, Record<string, Kind>>} */
export function parametersOfCore() {
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const symbol = source && checker.getSymbolAtLocation(source);
  const types = checker.getExportsOfModule(/** @type {ts.Symbol} */ (symbol));
  /** @param {string} name */
  const typeNamed = (name) => {
    const found = types.find((one) => one.name === name);
    if (!found) throw new Error(`web/src/core/api.ts has no type ${name}`);
    return checker.getDeclaredTypeOfSymbol(found);
  };

  /** @param {ts.Symbol} part */
  const typeOf = (part) => checker.getTypeOfSymbol(part);

  /** @param {ts.Type} type @returns {Kind} */
  function kindOf(type) {
    if (type.isUnion()) {
      const kinds = [...new Set(type.types.map(kindOf))];
      const last = (/** @type {Kind} */ kind) => Number(kind === 'null');
      if (kinds.every((kind) => typeof kind === 'string')) {
        return kinds.sort((a, b) => last(a) - last(b)).join('|');
      }
    }
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (type.flags & ts.TypeFlags.Null) return 'null';
    const name = type.symbol?.name;
    if (name === 'Float64Array') return 'numbers';
    if (name === 'Uint8Array') return 'bytes';
    const element = type.getNumberIndexType();
    if (element && name?.endsWith('Array')) {
      const kind = kindOf(element);
      return kind === 'number' ? 'numbers' : [kind];
    }
    const values = type.getStringIndexType();
    if (values) return { '*': kindOf(values) };
    const members = type.getProperties();
    if (members.length > 0) return membersOf(members, firstLater(type, members));
    throw new Error(`web/src/core/api.ts: a parameter has the type ${checker.typeToString(type)}`);
  }

  const trainingOptions = typeNamed('TrainingOptions');
  /**
   * The options that a run kept by an earlier version may lack are the last ones (visit_options in
   * cpp/include/posenc/model/training_options.hpp).
   * @param {ts.Type} type @param {readonly ts.Symbol[]} members
   */
  const firstLater = (type, members) =>
    type === trainingOptions ? members.findIndex(({ name }) => name === 'formula') : Infinity;

  /** @param {readonly ts.Symbol[]} members @param {number} [later] the first that may be left out, as all after it */
  const membersOf = (members, later = Infinity) =>
    Object.fromEntries(
      members.map((member, n) => {
        const isOptional = member.flags & ts.SymbolFlags.Optional || n >= later;
        const type = typeOf(member);
        return isOptional
          ? [`${member.name}?`, kindOf(checker.getNonNullableType(type))]
          : [member.name, kindOf(type)];
      }),
    );

  return Object.fromEntries(
    typeNamed('Api')
      .getProperties()
      .map((one) => {
        const [signature] = typeOf(one).getCallSignatures();
        return [one.name, membersOf(signature?.getParameters() ?? [])];
      }),
  );
}
