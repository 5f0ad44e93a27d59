console.log(JSON.parse('{"id": 2123748188476166151}').id); // 2123748188476166100

const hero = JSON.parse('{"id": "2123748188476166151", "gold": 120}');
console.log(hero.id === "2123748188476166151"); // true
console.log(`/heroes/${hero.id}`); // /heroes/2123748188476166151
console.log(JSON.stringify({ hero: hero.id })); // {"hero":"2123748188476166151"}

console.log(Number(hero.id), +hero.id, parseInt(hero.id)); // 2123748188476166100 2123748188476166100 2123748188476166100
console.log(["2123748188476166151", "999"].sort().join()); // 2123748188476166151,999
console.log(["2123748188476166151", "999"].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join()); // 999,2123748188476166151
console.log(new Date(Number((BigInt(hero.id) >> 22n) + 1288834974657n)).toISOString()); // 2026-11-20T12:00:00.123Z
